import * as z from 'zod';
import type {
  MessagePage,
  SessionPage,
  SessionStatus,
  SessionSummary,
  SessionView,
} from '../generated/types.ts';
import { IdSchema, TimestampSchema } from '../ids.ts';
import { InteractionRequestSchema } from '../interaction/request.ts';
import { MessageSchema } from '../run/run.ts';

export const SessionStatusSchema: z.ZodType<SessionStatus> = z
  .enum(['idle', 'generating', 'waiting_permission'])
  .describe('State of a session.');

export const SessionSummarySchema: z.ZodType<SessionSummary> = z
  .looseObject({
    session_id: IdSchema,
    user_id: z.string().nullable(),
    title: z.string().describe('The beginning of its first message.'),
    status: SessionStatusSchema.describe(
      '`generating`: a run is in progress. `waiting_permission`: a request is pending.',
    ),
    pending_count: z.int().min(0).describe('Number of pending requests.'),
    updated_at: TimestampSchema,
  })
  .describe('One session in a list.');

export const SessionPageSchema: z.ZodType<SessionPage> = z
  .looseObject({
    sessions: z.array(SessionSummarySchema),
    next_cursor: z.string().nullable(),
  })
  .describe('A page of sessions, newest first.');

export const SessionViewSchema: z.ZodType<SessionView> = z
  .looseObject({
    session_id: IdSchema,
    status: SessionStatusSchema,
    run_id: IdSchema.exactOptional().describe('The unfinished run.'),
    pending_permissions: z
      .array(InteractionRequestSchema)
      .describe('Pending requests, oldest first.'),
  })
  .describe('Response of `GET /sessions/{id}`.');

export const MessagePageSchema: z.ZodType<MessagePage> = z
  .looseObject({
    messages: z.array(MessageSchema),
  })
  .describe('Response of `GET /sessions/{id}/messages`.');
