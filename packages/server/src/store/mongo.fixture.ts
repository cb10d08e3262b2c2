import { MongoClient, type Db } from 'mongodb';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the tests run against, which `config/vitest/mongo.ts` has started. */
    mongo: {
      readonly url: string;
      /** Whether it is MongoDB, which `HITL_TEST_MONGODB_URL` names. */
      readonly isReal: boolean;
    };
  }
}

/** The URL of a database of the tests' MongoDB; `at` is whom to ask in place of its own hosts. */
export function mongoUrl(database: string, at?: string): string {
  const { credentials, hosts, query } = partsOfUrl();
  if (at === undefined) return `mongodb://${credentials}${hosts}/${database}${query}`;
  // It must not go on to those whom a replica set names.
  const params = new URLSearchParams(query);
  params.delete('replicaSet');
  params.set('directConnection', 'true');
  return `mongodb://${credentials}${at}/${database}?${params.toString()}`;
}

/** The first of the hosts of the tests' MongoDB. */
export function mongoHost(): { readonly host: string; readonly port: number } {
  const [first = ''] = partsOfUrl().hosts.split(',');
  const { hostname: host, port } = new URL(`http://${first}`);
  return { host, port: Number(port === '' ? 27_017 : port) };
}

function partsOfUrl(): Readonly<Record<'credentials' | 'hosts' | 'query', string>> {
  const { url } = inject('mongo');
  const found = /^mongodb:\/\/(.*@)?([^/?]+)[^?]*(\?.*)?$/.exec(url);
  if (found === null) throw new Error('HITL_TEST_MONGODB_URL has to begin with mongodb://');
  const [, credentials = '', hosts = '', query = ''] = found;
  return { credentials, hosts, query };
}

/** The name of a database that nobody has; it is gone after the test. */
export function freshName(): string {
  const name = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    const client = new MongoClient(inject('mongo').url);
    await client.db(name).dropDatabase();
    await client.close();
  });
  return name;
}

/**
 * A new database, which is gone after the test. Returns what connects to it. For files named
 * `*.mongo.test.ts`.
 */
export function freshMongo(): () => Db {
  const name = freshName();
  const clients: MongoClient[] = [];
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  return () => {
    const client = new MongoClient(inject('mongo').url, { serverSelectionTimeoutMS: 10_000 });
    clients.push(client);
    return client.db(name);
  };
}
