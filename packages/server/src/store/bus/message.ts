import { ToolProgressSchema } from '@hitl/protocol';
import type { Change } from './bus.ts';

/** A change as sent to other servers. */
export interface Message {
  /** The bus that sent it, whose own listeners have already been called. */
  readonly origin: string;
  readonly change: Change;
}

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

/** The message as JSON, with snake_case names like everything that leaves a process. */
export function writeMessage({ origin, change }: Message): string {
  if (change.kind === 'session') {
    const { tenantId, sessionId } = change.key;
    const key = { tenant_id: tenantId, session_id: sessionId };
    return JSON.stringify({ origin, change: { kind: 'session', key } });
  }
  if (change.kind === 'progress') {
    const { key, progress } = change;
    return JSON.stringify({
      origin,
      change: { kind: 'progress', tenant_id: key.tenantId, progress },
    });
  }
  const { tenantId, userId } = change;
  return JSON.stringify({
    origin,
    change: { kind: 'rules', tenant_id: tenantId, user_id: userId },
  });
}

/** Parses a message. Any user of the database can send anything, so invalid messages are ignored. */
export function readMessage(payload: string): Message | undefined {
  let message: Partial<Message> | null;
  try {
    message = JSON.parse(payload) as Partial<Message> | null;
  } catch {
    return undefined;
  }
  const change: Partial<Record<string, unknown>> | undefined = message?.change;
  if (typeof message?.origin !== 'string' || change === undefined || change === null) {
    return undefined;
  }
  const { origin } = message;
  const key = change['key'] as Partial<Record<string, unknown>> | undefined;
  if (change['kind'] === 'session') {
    const { tenant_id: tenantId, session_id: sessionId } = key ?? {};
    return typeof tenantId === 'string' && typeof sessionId === 'string'
      ? { origin, change: { kind: 'session', key: { tenantId, sessionId } } }
      : undefined;
  }
  if (change['kind'] === 'progress') {
    const { tenant_id: tenantId } = change;
    const { success, data: progress } = ToolProgressSchema.safeParse(change['progress']);
    if (typeof tenantId !== 'string' || !success) return undefined;
    const { session_id: sessionId } = progress;
    return { origin, change: { kind: 'progress', key: { tenantId, sessionId }, progress } };
  }
  const { kind, tenant_id: tenantId, user_id: userId } = change;
  return kind === 'rules' && typeof tenantId === 'string' && typeof userId === 'string'
    ? { origin, change: { kind, tenantId, userId } }
    : undefined;
}
