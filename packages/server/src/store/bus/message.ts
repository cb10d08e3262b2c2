import { ToolProgressSchema } from '@hitl/protocol';
import { z } from 'zod';
import type { Change } from './bus.ts';

/** A change as sent to other servers. */
export interface Message {
  /** The bus that sent it, whose own listeners have already been called. */
  readonly origin: string;
  readonly change: Change;
}

/** The JSON of a message, with snake_case names like everything that leaves a process. */
const MessageSchema = z.object({
  origin: z.string(),
  tenant_id: z.string(),
  session_id: z.string().optional(),
  user_id: z.string().optional(),
  progress: ToolProgressSchema.optional(),
});

/** The subject of a change: of several changes with the same subject only the last one has to be sent. */
export function subjectOf(change: Change): string {
  if (change.kind !== 'progress') return JSON.stringify(change);
  const { key, progress } = change;
  return JSON.stringify([key, progress.run_id, progress.data.tool_call_id]);
}

/** The message as JSON. */
export function writeMessage({ origin, change }: Message): string {
  return JSON.stringify({ origin, ...toSent(change) });
}

function toSent(change: Change): Omit<z.infer<typeof MessageSchema>, 'origin'> {
  switch (change.kind) {
    case 'session':
      return { tenant_id: change.key.tenantId, session_id: change.key.sessionId };
    case 'progress':
      return { tenant_id: change.key.tenantId, progress: change.progress };
    case 'rules':
      return { tenant_id: change.tenantId, user_id: change.userId };
  }
}

/** Parses a message. Any user of the database can send anything, so invalid messages are ignored. */
export function readMessage(payload: string): Message | undefined {
  try {
    const { origin, ...sent } = MessageSchema.parse(JSON.parse(payload));
    const change = toChange(sent);
    return change && { origin, change };
  } catch {
    return undefined;
  }
}

function toChange({
  tenant_id: tenantId,
  session_id: sessionId,
  user_id: userId,
  progress,
}: ReturnType<typeof toSent>): Change | undefined {
  if (progress !== undefined) {
    return { kind: 'progress', key: { tenantId, sessionId: progress.session_id }, progress };
  }
  if (sessionId !== undefined) return { kind: 'session', key: { tenantId, sessionId } };
  return userId === undefined ? undefined : { kind: 'rules', tenantId, userId };
}
