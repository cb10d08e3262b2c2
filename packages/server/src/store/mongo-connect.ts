import type { MongoClient, MongoClientOptions } from 'mongodb';
import { storeError } from './errors.ts';

/** Options of the client that say nothing of which database it is, or of when a write counts. */
export type MongoClientParams = Pick<
  MongoClientOptions,
  | 'maxPoolSize'
  | 'minPoolSize'
  | 'maxIdleTimeMS'
  | 'waitQueueTimeoutMS'
  | 'connectTimeoutMS'
  | 'socketTimeoutMS'
  | 'serverSelectionTimeoutMS'
  | 'heartbeatFrequencyMS'
  | 'appName'
  | 'replicaSet'
  | 'directConnection'
  | 'authSource'
  | 'retryReads'
  | 'retryWrites'
  | 'tls'
  | 'tlsCAFile'
  | 'tlsCertificateKeyFile'
  | 'tlsCertificateKeyFilePassword'
  | 'tlsAllowInvalidCertificates'
  | 'tlsAllowInvalidHostnames'
>;

/**
 * Makes a client with the optional peer `mongodb`; whoever made it closes it. It connects when it is
 * used, so a server that cannot be reached shows with the first command.
 *
 * @throws HitlError `mongodb_missing`
 */
export async function connectMongo(
  url: string,
  options: MongoClientParams = {},
): Promise<MongoClient> {
  const { MongoClient: Client } = await import('mongodb').catch((cause: unknown) => {
    throw storeError(
      'mongodb_missing',
      'MongoDB needs the package "mongodb", which is not installed. Install it next to this one: npm install mongodb.',
      cause,
    );
  });
  // Thirty seconds, the driver's own, is long for a start that fails.
  return new Client(url, { appName: 'hitl', serverSelectionTimeoutMS: 10_000, ...options });
}

/** The database that a URL names. */
export function databaseIn(url: string): string | undefined {
  const name = /^[^:]+:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
