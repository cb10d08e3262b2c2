import * as z from 'zod';
import { PermissionRuleSchema, type PermissionRule } from '../permission/permission.ts';

/** What the routes that change rules answer. */
export interface PermissionChange {
  status: 'ok';
  /** For people. */
  message: string;
}

/** The body of `POST /permissions/{user_id}/revoke`. */
export interface RevokeInput {
  /** The rule, as `GET /permissions/{user_id}` lists it. */
  resource: string;
}

/** What `GET /permissions/{user_id}/rules` answers. */
export interface RuleList {
  rules: PermissionRule[];
}

export const RevokeInputSchema: z.ZodType<RevokeInput> = z.looseObject({
  resource: z.string().min(1),
});

export const PermissionChangeSchema: z.ZodType<PermissionChange> = z.looseObject({
  status: z.literal('ok'),
  message: z.string(),
});

export const RuleListSchema: z.ZodType<RuleList> = z.looseObject({
  rules: z.array(PermissionRuleSchema),
});
