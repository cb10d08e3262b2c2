import * as z from 'zod';
import { IdSchema, TimestampSchema } from '../ids.ts';
import { InteractionRequestSchema, type InteractionRequest } from '../interaction/request.ts';
import { MessageSchema, type Message } from '../run/run.ts';
import type { SessionStatus } from '../run/state.ts';

/** One session in a list. */
export interface SessionSummary {
  session_id: string;
  user_id: string | null;
  /** The beginning of its first message. */
  title: string;
  /** `generating`: a run is under way. `waiting_permission`: something waits for a person. */
  status: SessionStatus;
  /** How many requests wait. */
  pending_count: number;
  updated_at: string;
}

/** A page of sessions, newest first. */
export interface SessionPage {
  sessions: SessionSummary[];
  next_cursor: string | null;
}

/** What `GET /sessions/{id}` answers. */
export interface SessionView {
  session_id: string;
  status: SessionStatus;
  /** The unfinished run. */
  run_id?: string;
  /** What waits, in the order of asking. */
  pending_permissions: InteractionRequest[];
}

/** What `GET /sessions/{id}/messages` answers. */
export interface MessagePage {
  messages: Message[];
}

export const SessionStatusSchema: z.ZodType<SessionStatus> = z.enum([
  'idle',
  'generating',
  'waiting_permission',
]);

export const SessionSummarySchema: z.ZodType<SessionSummary> = z.looseObject({
  session_id: IdSchema,
  user_id: z.string().nullable(),
  title: z.string(),
  status: SessionStatusSchema,
  pending_count: z.int().min(0),
  updated_at: TimestampSchema,
});

export const SessionPageSchema: z.ZodType<SessionPage> = z.looseObject({
  sessions: z.array(SessionSummarySchema),
  next_cursor: z.string().nullable(),
});

export const SessionViewSchema: z.ZodType<SessionView> = z.looseObject({
  session_id: IdSchema,
  status: SessionStatusSchema,
  run_id: z.exactOptional(IdSchema),
  pending_permissions: z.array(InteractionRequestSchema),
});

export const MessagePageSchema: z.ZodType<MessagePage> = z.looseObject({
  messages: z.array(MessageSchema),
});
