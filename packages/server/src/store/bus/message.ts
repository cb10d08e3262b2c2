import { ToolProgressSchema } from '@hitl/protocol';
import { z } from 'zod';
import type { Change } from './bus.ts';

/** A change as sent to other servers. */
export interface Message {
  /** The bus that sent it, whose own listeners have already been called. */
  readonly origin: string;
  readonly change: Change;
}

const id = z.string();

/** Parses the JSON of a message, with snake_case names like everything that leaves a process. */
const MessageSchema: z.ZodType<Message> = z.object({
  origin: id,
  change: z.union([
    z
      .object({ kind: z.literal('session'), key: z.object({ tenant_id: id, session_id: id }) })
      .transform(({ kind, key }) => ({
        kind,
        key: { tenantId: key.tenant_id, sessionId: key.session_id },
      })),
    z
      .object({ kind: z.literal('progress'), tenant_id: id, progress: ToolProgressSchema })
      .transform(({ kind, tenant_id: tenantId, progress }) => ({
        kind,
        key: { tenantId, sessionId: progress.session_id },
        progress,
      })),
    z
      .object({ kind: z.literal('rules'), tenant_id: id, user_id: id })
      .transform(({ kind, tenant_id: tenantId, user_id: userId }) => ({ kind, tenantId, userId })),
  ]),
});

/** The subject of a change: of several changes with the same subject only the last one has to be sent. */
export function subjectOf(change: Change): string {
  switch (change.kind) {
    case 'session':
      return JSON.stringify(['session', change.key]);
    case 'progress':
      return JSON.stringify([
        change.key,
        change.progress.run_id,
        change.progress.data.tool_call_id,
      ]);
    case 'rules':
      return JSON.stringify(['rules', change.tenantId, change.userId]);
  }
}

/** The message as JSON. */
export function writeMessage({ origin, change }: Message): string {
  return JSON.stringify({ origin, change: toSent(change) });
}

/** Parses a message. Any user of the database can send anything, so invalid messages are ignored. */
export function readMessage(payload: string): Message | undefined {
  try {
    return MessageSchema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

function toSent(change: Change): object {
  switch (change.kind) {
    case 'session': {
      const { tenantId, sessionId } = change.key;
      return { kind: 'session', key: { tenant_id: tenantId, session_id: sessionId } };
    }
    case 'progress':
      return { kind: 'progress', tenant_id: change.key.tenantId, progress: change.progress };
    case 'rules':
      return { kind: 'rules', tenant_id: change.tenantId, user_id: change.userId };
  }
}
