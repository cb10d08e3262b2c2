import { resolve } from 'node:path';
import * as z from 'zod';
import { JWT_ALGORITHMS } from '../../jwt/algorithms.ts';
import { section } from '../section.ts';
import { DEFAULT_JWT } from './defaults.ts';
import type { Source } from './fields.ts';

const text = z.string().min(1);

/** Whether a string is a URL. A path has no scheme; one letter before a colon is a drive. */
function isUrl(source: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(source);
}

/** Keys of `jwt` in the server component. */
export const jwtSchema = ({ folder }: Source) =>
  section({
    /** The public keys: the URL of a key set, or the path of a file, absolute once it is read. */
    jwks: text
      .transform((source) => (isUrl(source) ? source : resolve(folder, source)))
      .nullable()
      .default(DEFAULT_JWT.jwks),
    issuer: text.nullable().default(DEFAULT_JWT.issuer),
    audience: text.nullable().default(DEFAULT_JWT.audience),
    user_claim: text.default(DEFAULT_JWT.user_claim),
    roles_claim: text.default(DEFAULT_JWT.roles_claim),
    /** `null`: there is one tenant. */
    tenant_claim: text.nullable().default(DEFAULT_JWT.tenant_claim),
    /** Accepted signature algorithms. */
    algorithms: z.array(z.enum(JWT_ALGORITHMS)).min(1).default(DEFAULT_JWT.algorithms),
    clock_tolerance_ms: z.int().min(0).max(300_000).default(DEFAULT_JWT.clock_tolerance_ms),
  });

/** Settings of `auth: jwt`. A `null` value has to be given by a flag. */
export interface JwtComponent extends z.output<ReturnType<typeof jwtSchema>> {}
