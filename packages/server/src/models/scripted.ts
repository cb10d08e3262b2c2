import type { Model, ModelChunk, ModelMessage, ModelRequest } from '../agents/model.ts';
import { HitlError } from '@hitl/protocol/endpoints';
import { refuseUnknownOptions } from '../base/options.ts';
import { wait } from './wait.ts';

/** A call that a script makes. */
export interface ScriptedCall {
  /** Left out or empty: as of a model that gives no id. */
  readonly id?: string;
  readonly name: string;
  /** A text is what the model writes in place of JSON, right or wrong. Default `{}`. */
  readonly args?: Readonly<Record<string, unknown>> | string;
}

/** What a scripted model does when it is called: it waits, then says something, calls tools or fails. */
export interface ScriptedTurn {
  /** `{{id}}` is replaced by the content of the call with that id, the newest one. */
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  readonly delayMs?: number;
  /** The turn fails with this message. */
  readonly error?: string;
}

/** A script, and what the model that follows it is called. */
export interface ScriptedModelOptions {
  readonly name: string;
  readonly turns: readonly ScriptedTurn[];
}

const END: ScriptedTurn = { text: '(end of script)' };
const MAX_PIECES = 100;
const MIN_PIECE_LENGTH = 12;

/**
 * A model that follows a script. The turn is counted by the runner, from the session's log, so a
 * script goes on where it was after a restart. After the last turn it answers `(end of script)`.
 */
export function createScriptedModel(options: ScriptedModelOptions): Model {
  refuseUnknownOptions('createScriptedModel', options, { name: true, turns: true });
  const { name, turns } = options;
  if (!Array.isArray(turns)) {
    throw new HitlError(
      'invalid_option',
      'createScriptedModel needs turns: a list such as [{ text: "Done." }].',
    );
  }
  return {
    name,
    generate: (request) => play(turns[request.turn] ?? END, request),
  };
}

async function* play(turn: ScriptedTurn, request: ModelRequest): AsyncIterable<ModelChunk> {
  request.signal.throwIfAborted();
  if (turn.delayMs !== undefined) await wait(turn.delayMs, request.signal);
  if (turn.error !== undefined) throw new Error(turn.error);
  for (const piece of piecesOf(fillIn(turn.text ?? '', request.messages))) {
    request.signal.throwIfAborted();
    yield { type: 'text', text: piece };
  }
  for (const { id = '', name, args = {} } of turn.toolCalls ?? []) {
    yield {
      type: 'tool_call',
      id,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    };
  }
}

/** Small pieces, but not endlessly many: a text may hold a whole file. No character is taken apart. */
function piecesOf(text: string): readonly string[] {
  const length = Math.max(MIN_PIECE_LENGTH, Math.ceil(text.length / MAX_PIECES));
  return text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
}

/** Names of calls that are not there stay as they are. */
function fillIn(text: string, messages: readonly ModelMessage[]): string {
  return text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
    const id = name.trim();
    const result = messages.findLast(
      (message) => message.role === 'tool' && message.toolCallId === id,
    );
    return result?.content ?? whole;
  });
}
