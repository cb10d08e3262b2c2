import type { MongoClient, MongoClientOptions } from 'mongodb';
import { storeError } from './errors.ts';

/** Replaces the driver's defaults: a failing start reports it soon, and no call hangs. */
const DEFAULTS: MongoClientOptions = {
  appName: 'hitl',
  serverSelectionTimeoutMS: 10_000,
  connectTimeoutMS: 10_000,
  socketTimeoutMS: 30_000,
};

/**
 * Creates a client with the optional peer `mongodb`; the caller has to close it. It connects on first use, so
 * an unreachable server shows with the first command.
 * @throws HitlError `mongodb_missing`
 */
export async function connectMongo(
  url: string,
  options: MongoClientOptions = {},
): Promise<MongoClient> {
  const { MongoClient: Client } = await import('mongodb').catch((cause: unknown) => {
    throw storeError(
      'mongodb_missing',
      'MongoDB needs the package "mongodb", which is not installed. Install it next to this one: npm install mongodb.',
      cause,
    );
  });
  return new Client(url, { ...defaultsFor(url), ...options });
}

/** The driver gives options precedence over the URL, so options that the URL sets are left out. */
function defaultsFor(url: string): MongoClientOptions {
  const query = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]);
  const said = new Set([...query.keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(DEFAULTS).filter(([name]) => !said.has(name.toLowerCase())),
  );
}

/** The database that a URL names. */
export function databaseIn(url: string): string | undefined {
  const name = /^[^:]+:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}
