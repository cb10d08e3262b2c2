import * as z from 'zod';
import type { PermissionChange, RevokeInput, RuleList } from '../generated/types.ts';
import { PermissionRuleSchema } from '../permission/permission.ts';

export const RevokeInputSchema: z.ZodType<RevokeInput> = z
  .looseObject({
    resource: z.string().min(1).describe('The rule, as `GET /permissions/{user_id}` lists it.'),
  })
  .describe('The body of `POST /permissions/{user_id}/revoke`.');

export const PermissionChangeSchema: z.ZodType<PermissionChange> = z
  .looseObject({
    status: z.literal('ok'),
    message: z.string().describe('For people.'),
  })
  .describe('Response of the endpoints that change rules.');

export const RuleListSchema: z.ZodType<RuleList> = z
  .looseObject({
    rules: z.array(PermissionRuleSchema),
  })
  .describe('Response of `GET /permissions/{user_id}/rules`.');
