import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { onTestFinished } from 'vitest';

/** A key pair that signs tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  /** The public key as in a key set. */
  readonly jwk: JWK;
  /** The public key as PEM, which could be misused as a shared secret. */
  readonly pem: string;
}

/** Default lifetime of tokens, in seconds. */
export const HOUR_S = 3600;

/** Creates a key pair. */
export async function newKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, jwk, pem: await exportSPKI(publicKey) };
}

/** A token signed by this key. */
export function sign(
  { kid, alg, privateKey }: SigningKey,
  claims: JWTPayload,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
}

/** An identity provider that serves its public keys. */
export interface IdentityProvider {
  readonly url: string;
  /** How often the keys were fetched. */
  readonly fetches: number;
  /** Serves these keys from now on; a string as it is, a number as an error status. */
  serve(keys: readonly JWK[] | string | number): void;
}

/** Starts an identity provider on a real port, and closes it after the test. */
export async function identityProvider(first: readonly JWK[]): Promise<IdentityProvider> {
  let served: readonly JWK[] | string | number = first;
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    if (typeof served === 'number') response.writeHead(served, { location: '/elsewhere' }).end();
    else response.end(typeof served === 'string' ? served : JSON.stringify({ keys: served }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/keys`,
    get fetches() {
      return fetches;
    },
    serve(keys) {
      served = keys;
    },
  };
}
