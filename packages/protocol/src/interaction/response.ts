import * as z from 'zod';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import { ApprovalActionSchema, type ApprovalAction, type InteractionType } from './request.ts';

/** How long leave lasts: this call, this session, or until revoked. */
export type RememberScope = 'once' | 'session' | 'always';

/** What an answer wants remembered as rules. */
export interface Remember {
  /** `once` remembers nothing. */
  scope: RememberScope;
  /** Rules to allow. Left out with `session` or `always`: the exact resource. */
  patterns?: string[];
  /** Rules to deny. */
  deny_patterns?: string[];
  /** A time without a zone is UTC. */
  expires_at?: string;
}

/** A part's answer inside the answer of a combined request. */
export interface PartResponse {
  /** The id of the request, or of the part of it. */
  request_id: string;
  /** As the request has it. */
  type: InteractionType;
  /** For `input`. With the action `answer`: the result of the call. */
  text?: string;
  /** For `select`: values of options. */
  selected_values?: string[];
  /** For `select` with `allow_other`: a text of one's own. */
  other?: string;
  /** For `confirm`. */
  confirmed?: boolean;
  /** For `combined`: one for each part. */
  responses?: PartResponse[];
}

/** What a person answered. The first one settles the request; another one is `already_resolved`. */
export interface InteractionResponse extends PartResponse {
  /** Default: when it was recorded. A time without a zone is UTC. */
  responded_at?: string;
  /** Who answers. Another one than the caller is `forbidden`. */
  user_id?: string;
  /** For authorizations. `confirmed: true` without it means `approve`, `false` means `deny`. */
  action?: ApprovalAction;
  /** With `modify_args`: the arguments to run instead. */
  modified_args?: Record<string, unknown>;
  /** Told to the model with a denial, kept in the audit trail always. */
  note?: string;
  /** Who decided, as the sender says; the audit trail names the caller first. */
  reviewer_id?: string;
  /** The digest that was shown; another one than the request's is `stale_approval`. */
  args_digest?: string;
  /** Absent: nothing, but for a bare `confirmed: true` what the agent says with `remember_confirmed`. */
  remember?: Remember;
}

export const RememberSchema: z.ZodType<Remember> = z.looseObject({
  scope: z.enum(['once', 'session', 'always']),
  patterns: z.array(z.string().min(1)).exactOptional(),
  deny_patterns: z.array(z.string().min(1)).exactOptional(),
  expires_at: z.exactOptional(LenientTimestampSchema),
});

const partResponseShape = {
  request_id: IdSchema,
  type: z.enum(['input', 'select', 'confirm', 'combined']),
  text: z.string().exactOptional(),
  selected_values: z.array(z.string()).exactOptional(),
  other: z.string().exactOptional(),
  confirmed: z.boolean().exactOptional(),
  responses: z.array(z.lazy((): z.ZodType<PartResponse> => PartResponseSchema)).exactOptional(),
};

export const PartResponseSchema: z.ZodType<PartResponse> = z.looseObject(partResponseShape);

const responseShape = {
  ...partResponseShape,
  responded_at: z.exactOptional(LenientTimestampSchema),
  user_id: z.string().exactOptional(),
  action: z.exactOptional(ApprovalActionSchema),
  modified_args: z.exactOptional(JsonObjectSchema),
  note: z.string().exactOptional(),
  reviewer_id: z.string().exactOptional(),
  args_digest: z.string().exactOptional(),
  remember: z.exactOptional(RememberSchema),
};

/** A response as the log keeps it. */
export const RecordedResponseSchema: z.ZodType<InteractionResponse> = z.looseObject(responseShape);

/** A response as it is sent: `responded_at` is now unless it says otherwise. */
export const InteractionResponseSchema: z.ZodType<InteractionResponse> = z.looseObject({
  ...responseShape,
  responded_at: LenientTimestampSchema.default(() => formatTime(Date.now())).meta({
    description: 'Default: now.',
  }),
});
