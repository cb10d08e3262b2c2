import type { Model, ModelChunk, ModelMessage, ModelRequest } from '../agents/model.ts';
import { refuseUnknownOptions } from '../base/options.ts';
import { fillIn, fits, type ResultCondition } from './script-results.ts';
import { wait } from '../base/wait.ts';
import { invalidOption } from '../base/invalid-option.ts';

export type { ResultCondition } from './script-results.ts';

/** A call in a script. */
export interface ScriptedCall {
  /** Absent or empty: like a model that gives no id. */
  readonly id?: string;
  readonly name: string;
  /** A string is used as the model's raw arguments, valid JSON or not. Default `{}`. */
  readonly args?: Readonly<Record<string, unknown>> | string;
}

/** One turn of a scripted model: a delay, then text, tool calls or an error. */
export interface ScriptedTurn {
  /**
   * `{{id}}` is replaced by the content of the call with that id, the newest one; `{{id.answer}}` by
   * the answer to a question in words, `{{id.answer.part}}` by that of one part of a form, and
   * `{{id.note}}` by the reason that a person gave for a denial.
   */
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  readonly delayMs?: number;
  /** The turn fails with this message. */
  readonly error?: string;
}

/** One way that a turn can go. */
export interface ScriptedChoice extends ScriptedTurn {
  /** Conditions on the results of calls, by call id. Default: always matches. */
  readonly when?: Readonly<Record<string, ResultCondition>>;
}

/** A turn, or several variants, of which the first match is played. */
export type ScriptedStep = ScriptedTurn | readonly ScriptedChoice[];

/** Reply of the script to a later message of the user. */
export interface ScriptedReply {
  /** The message contains one of these, ignoring case. Default: any message. */
  readonly when?: readonly string[];
  readonly turns: readonly ScriptedStep[];
}

/** Options of `createScriptedModel`. */
export interface ScriptedModelOptions {
  readonly name: string;
  readonly turns: readonly ScriptedStep[];
  /**
   * With replies, `turns` are played for the first message of a conversation only; each later
   * message gets the turns of the first matching reply.
   */
  readonly replies?: readonly ScriptedReply[];
}

const END: ScriptedTurn = { text: '(end of script)' };
const MAX_PIECES = 100;
const MIN_PIECE_LENGTH = 12;

/**
 * A model that follows a script. The turn is counted from the session's log, so a script continues
 * where it was after a restart. After the last turn it answers `(end of script)`.
 */
export function createScriptedModel(options: ScriptedModelOptions): Model {
  refuseUnknownOptions('createScriptedModel', options, { name: true, turns: true, replies: true });
  const { name, turns, replies } = options;
  if (!Array.isArray(turns)) {
    throw invalidOption('createScriptedModel needs turns: a list such as [{ text: "Done." }].');
  }
  return {
    name,
    generate(request) {
      const step = replies === undefined ? turns[request.turn] : stepOf(turns, replies, request);
      return play(choose(step, request.messages), request);
    },
  };
}

/** With replies, turns are counted from the newest message of the person. */
function stepOf(
  turns: readonly ScriptedStep[],
  replies: readonly ScriptedReply[],
  { messages }: ModelRequest,
): ScriptedStep | undefined {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const isFirst = messages.findIndex(({ role }) => role === 'user') === asked;
  const said = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
  if (isFirst) return turns[said];
  const message = messages[asked]?.content.toLowerCase() ?? '';
  const reply = replies.find(
    ({ when }) => when === undefined || when.some((word) => message.includes(word.toLowerCase())),
  );
  return reply?.turns[said];
}

function choose(step: ScriptedStep | undefined, messages: readonly ModelMessage[]): ScriptedTurn {
  if (step === undefined) return END;
  if (!isChoices(step)) return step;
  return step.find(({ when }) => when === undefined || fits(when, messages)) ?? END;
}

function isChoices(step: ScriptedStep): step is readonly ScriptedChoice[] {
  return Array.isArray(step);
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

/**
 * Splits text into small pieces, but not too many, since it may be a whole file. No character is
 * split.
 */
function piecesOf(text: string): readonly string[] {
  const length = Math.max(MIN_PIECE_LENGTH, Math.ceil(text.length / MAX_PIECES));
  return text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
}
