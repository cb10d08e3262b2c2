import type { InteractionRequest } from '@hitl/protocol';
import type { MailboxRequest } from './mailbox-files.ts';

/** The form of a step that `request.json` can hold: answered by any text, or by yes and no. */
export function requestOf(
  { request_id: id, timestamp, prompt: title, input_type, sensitive }: MailboxRequest,
  runId = 'unknown',
): InteractionRequest {
  const base = {
    id,
    title,
    run_id: runId,
    root_run_id: runId,
    session_id: runId,
    tool_call_id: id,
    tool_name: 'ask_human',
    tool_args: {},
    purpose: 'question' as const,
    allowed_actions: [],
    agent_path: [],
    metadata: {},
    created_at: timestamp,
    // The run decides whether an empty text is an answer.
    required: false,
  };
  return input_type === 'confirmation'
    ? { ...base, type: 'confirm' }
    : { ...base, type: 'input', input_type, sensitive, multiline: !sensitive };
}
