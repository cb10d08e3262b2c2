import * as z from 'zod';
import type {
  InteractionResponse,
  PartResponse,
  Remember,
  RememberScope,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import { ApprovalActionSchema, InteractionTypeSchema } from './request.ts';

export const RememberScopeSchema: z.ZodType<RememberScope> = z
  .enum(['once', 'session', 'always'])
  .describe('How long an approval lasts: this call, this session, or until revoked.');

export const RememberSchema: z.ZodType<Remember> = z
  .looseObject({
    scope: RememberScopeSchema.describe('`once` remembers nothing.'),
    patterns: z
      .array(z.string().min(1))
      .exactOptional()
      .describe(
        'Rules to allow. Default with `session` or `always`: the rule for exactly this call.',
      ),
    deny_patterns: z.array(z.string().min(1)).exactOptional().describe('Rules to deny.'),
    expires_at: LenientTimestampSchema.exactOptional().describe('A time without a zone is UTC.'),
  })
  .describe('Rules to save with an answer.');

const partResponseShape = {
  request_id: IdSchema.describe('The id of the request, or of the part of it.'),
  type: InteractionTypeSchema.describe('The type of the request.'),
  text: z
    .string()
    .exactOptional()
    .describe('For `input`. With the action `answer`: the result of the call.'),
  selected_values: z.array(z.string()).exactOptional().describe('For `select`: values of options.'),
  other: z.string().exactOptional().describe('For `select` with `allow_other`: a free text.'),
  confirmed: z.boolean().exactOptional().describe('For `confirm`.'),
  responses: z
    .array(z.lazy((): z.ZodType<PartResponse> => PartResponseSchema))
    .exactOptional()
    .describe('For `combined`: one for each part.'),
};

export const PartResponseSchema: z.ZodType<PartResponse> = z
  .looseObject(partResponseShape)
  .describe('The answer to one part of a combined request.');

const responseShape = {
  ...partResponseShape,
  responded_at: LenientTimestampSchema.exactOptional().describe(
    'Default: when it was recorded. A time without a zone is UTC.',
  ),
  user_id: IdSchema.exactOptional().describe(
    'The user who answers. Naming anyone but the caller is `forbidden`.',
  ),
  action: ApprovalActionSchema.exactOptional().describe(
    'For authorizations. `confirmed: true` without it means `approve`, `false` means `deny`.',
  ),
  modified_args: JsonObjectSchema.exactOptional().describe(
    'With `modify_args`: the arguments to run instead.',
  ),
  note: z
    .string()
    .exactOptional()
    .describe('Passed to the model with a denial, and always kept in the audit trail.'),
  reviewer_id: z
    .string()
    .exactOptional()
    .describe('The reviewer according to the sender; the audit trail names the caller first.'),
  args_digest: z
    .string()
    .exactOptional()
    .describe(
      'The digest of the call that was shown; if it differs from the request’s, the answer is `stale_approval`.',
    ),
  remember: RememberSchema.exactOptional().describe(
    'Absent: nothing is remembered, except that for a bare `confirmed: true` the agent’s `remember_confirmed` applies.',
  ),
};

const ANSWER =
  'A person’s answer. The first one settles the request; later ones get `already_resolved`.';

/** A response as stored in the log. */
export const RecordedResponseSchema: z.ZodType<InteractionResponse> = z
  .looseObject(responseShape)
  .describe(ANSWER);

/** A response as sent: `responded_at` defaults to now. */
export const InteractionResponseSchema: z.ZodType<InteractionResponse> = z
  .looseObject({
    ...responseShape,
    responded_at: LenientTimestampSchema.default(() => formatTime(Date.now())).describe(
      'Default: now. A time without a zone is UTC.',
    ),
  })
  .describe(ANSWER);
