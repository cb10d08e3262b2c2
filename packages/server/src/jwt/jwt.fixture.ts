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

/** A key pair that tokens are signed with. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  /** As it stands in a key set. */
  readonly jwk: JWK;
  /** As a PEM, which the algorithms with shared secrets can be fooled with. */
  readonly pem: string;
}

/** The end of tokens, where a test does not say another one. */
export const HOUR_S = 3600;

/** Makes a key pair. */
export async function newKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, alg, privateKey, jwk, pem: await exportSPKI(publicKey) };
}

/** A token that this key signed. */
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
  /** How often they were fetched. */
  readonly fetches: number;
  /** Serves these from now on; a text as it is, a number as the status of an error. */
  serve(keys: readonly JWK[] | string | number): void;
}

/** Starts an identity provider on a real port, and ends it after the test. */
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
