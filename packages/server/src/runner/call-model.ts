import type { ToolCall } from '@hitl/protocol';
import { formatTime } from '@hitl/protocol/fold';
import type { Command } from '../machine/commands.ts';
import type { OpenSecrets } from '../approval/secrets.ts';
import type { Transacted } from '../log/session-log.ts';
import type { RunHandle } from './run-handle.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { ModelChunk, ModelRequest } from '../agents/model.ts';
import { lookAhead } from './look-ahead.ts';
import type { RunnerParts } from './parts.ts';
import { persist } from './persist.ts';
import { toToolCalls, type ProposedCall } from './propose.ts';
import { messagesOf, toModelMessages, turnsOf } from './transcript.ts';
import type { LoadedSession } from '../store/store.ts';
import type { Transcript } from '../store/transcript.ts';
import { messageOf } from '../base/message-of.ts';

/**
 * Calls the model of a run with the log up to a commit, and appends its turn; `null`: it was cut
 * off by shutdown.
 */
export async function callModel(
  parts: RunnerParts,
  handle: RunHandle,
  context: RunContext,
  loaded: LoadedSession,
): Promise<Transacted | null> {
  const { log, transcripts, secrets, owner, maxResultBytes, now } = parts;
  const { key, run, agent } = context;
  // Another instance may have had the run during the call, and may have called the model itself.
  const ids = { runId: run.id, owner, claim: context.tree.attempt };
  const fail = (error: string, code: string) =>
    log.transact(key, { type: 'fail_run', ...ids, error, code });
  if (run.steps >= agent.maxSteps) {
    return fail(`The agent reached its limit of ${agent.maxSteps} steps`, 'max_steps');
  }
  const transcript = await transcripts.load(key, loaded);
  const opened = await secrets.open(key);
  const messageId = crypto.randomUUID();
  const started = now();
  let turn: Turn;
  let calls: readonly ToolCall[];
  try {
    const chunks = agent.model.generate(modelRequest(handle, context, transcript, opened));
    const write = writer(parts, context, messageId, opened);
    turn = await handle.whileBusy(run.id, readTurn(chunks, write));
    calls = toToolCalls(
      turn.calls,
      callIds(transcript, run.id),
      (name) => agent.tools.get(name)?.permission?.injectedArgs ?? [],
    );
  } catch (error) {
    if (handle.signal.aborted) return null;
    const message = messageOf(error);
    return fail(opened.redact(`The model failed: ${message}`), 'model_error');
  }
  if (handle.signal.aborted) return null;
  const command: Command = {
    type: 'complete_step',
    ...ids,
    metrics: { steps: run.steps + 1, ...turn.usage },
    maxResultBytes,
    step: opened.redact({
      id: messageId,
      role: 'assistant' as const,
      content: turn.text,
      ...(calls.length > 0 && { tool_calls: [...calls] }),
      duration_ms: now() - started,
    }),
  };
  const commands = async () => lookAhead(parts, key, await log.latest(key), run.id, command);
  return persist(parts, handle, commands);
}

/**
 * Passes streamed text to readers, unless the model sees secrets, which it could write piece by
 * piece.
 */
function writer(
  { feed, now }: RunnerParts,
  { key, run, tree, agent }: RunContext,
  messageId: string,
  opened: OpenSecrets,
) {
  if (opened.any && agent.revealSecrets === 'model') return () => undefined;
  return (offset: number, text: string) =>
    feed.delta(key, {
      type: 'step_delta',
      run_id: run.id,
      root_run_id: tree.root_run_id,
      session_id: key.sessionId,
      timestamp: formatTime(now()),
      data: { message_id: messageId, offset, text },
    });
}

function modelRequest(
  handle: RunHandle,
  { run, agent }: RunContext,
  transcript: Transcript,
  opened: OpenSecrets,
): ModelRequest {
  const messages = toModelMessages(messagesOf(transcript, run));
  return {
    systemPrompt: agent.systemPrompt,
    messages: agent.revealSecrets === 'model' ? opened.reveal(messages) : messages,
    tools: [...agent.tools.values()].map(({ name, description, parameters }) => ({
      name,
      parameters,
      ...(description !== undefined && { description }),
    })),
    // Counted when it is read, since only scripts do, and a long conversation has many turns.
    get turn() {
      return turnsOf(transcript, agent.name);
    },
    signal: handle.signal,
  };
}

function callIds({ messages }: Transcript, runId: string): ReadonlySet<string> {
  const own = messages.filter(({ run_id }) => run_id === runId);
  return new Set(own.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
}

/** A complete turn of a model. */
interface Turn {
  readonly text: string;
  readonly calls: readonly ProposedCall[];
  readonly usage: Readonly<Record<string, number>>;
}

async function readTurn(
  chunks: AsyncIterable<ModelChunk>,
  announce: (offset: number, text: string) => void,
): Promise<Turn> {
  let text = '';
  let usage: Readonly<Record<string, number>> = {};
  const calls: ProposedCall[] = [];
  for await (const chunk of chunks) {
    switch (chunk.type) {
      case 'text':
        announce(text.length, chunk.text);
        text += chunk.text;
        break;
      case 'tool_call':
        calls.push(chunk);
        break;
      case 'usage':
        // A model of the host may report what cannot be stored, or nothing.
        usage = Object.fromEntries(
          Object.entries({ ...chunk.usage }).filter(([, count]) => Number.isFinite(count)),
        );
    }
  }
  return { text, calls, usage };
}
