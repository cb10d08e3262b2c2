import type { Message } from '@hitl/protocol';
import type { RunState } from '@hitl/protocol/fold';
import type { Transcript } from '../store/transcript.ts';
import type { ModelMessage } from '../agents/model.ts';

/** The messages that the agent of a run sees; a nested run sees only its own. */
export function messagesOf({ messages }: Transcript, run: RunState): readonly Message[] {
  return run.parent_run_id === null
    ? messages.filter(({ root_run_id: root }) => root === undefined)
    : messages.filter(({ run_id: runId }) => runId === run.id);
}

/** The number of turns of an agent in the session. */
export function turnsOf({ messages, agents }: Transcript, agentId: string): number {
  const runs = new Set(agents.flatMap(([run, agent]) => (agent === agentId ? [run] : [])));
  return messages.filter(({ role, run_id: run }) => role === 'assistant' && runs.has(run)).length;
}

/** The messages in the form for a model, with its own ids of calls. */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const names = new Map<string, { id: string; name: string }>();
  return messages.map((message): ModelMessage => {
    switch (message.role) {
      case 'user':
        return { role: 'user', content: message.content };
      case 'assistant': {
        const calls = message.tool_calls?.map(({ id, name, args, model_call_id: own }) => {
          names.set(`${message.run_id} ${id}`, { id: own ?? id, name });
          return { id: own ?? id, name, args };
        });
        return { role: 'assistant', content: message.content, toolCalls: calls ?? [] };
      }
      case 'tool': {
        const call = names.get(`${message.run_id} ${message.tool_call_id ?? ''}`);
        return {
          role: 'tool',
          toolCallId: call?.id ?? message.tool_call_id ?? '',
          name: message.name ?? call?.name ?? '',
          content: message.content,
          isSuccess: message.is_success ?? false,
        };
      }
    }
  });
}
