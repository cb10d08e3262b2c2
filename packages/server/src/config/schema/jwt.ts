import * as z from 'zod';
import { JWT_ALGORITHMS } from '../../jwt/algorithms.ts';
import { section } from '../section.ts';

const text = z.string().min(1);

/** Keys of `jwt` in the server component, and their defaults. */
export const JwtSchema = section({
  /** The public keys: the URL of a key set, or the path of a file, absolute once it is read. */
  jwks: text.nullable().default(null),
  issuer: text.nullable().default(null),
  audience: text.nullable().default(null),
  user_claim: text.default('sub'),
  roles_claim: text.default('roles'),
  /** `null`: there is one tenant. */
  tenant_claim: text.nullable().default(null),
  /** Accepted signature algorithms. */
  algorithms: z
    .array(z.enum(JWT_ALGORITHMS))
    .min(1)
    .default([...JWT_ALGORITHMS]),
  clock_tolerance_ms: z.int().min(0).max(300_000).default(5000),
});

/** Settings of `auth: jwt`. A `null` value has to be given by a flag. */
export interface JwtComponent extends z.output<typeof JwtSchema> {}
