/** All algorithms that can be allowed; shared secrets and `none` cannot. */
export const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** A signature algorithm for tokens, with a private and a public key. */
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];
