import type { InteractionPart, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { checkPart, sha256 } from '@hitl/protocol/fold';
import { promptOf } from './question-text.ts';

/** One answer, without the id of its request. */
export interface Answer {
  readonly text?: string;
  readonly selected_values?: string[];
  readonly other?: string;
  readonly confirmed?: boolean;
}

/** The answer parsed from a text, or why the text is not an answer. */
export type Reading =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly why: string };

/** A question that one text can answer. A request is one step; a combined one has several. */
export interface Step {
  /** A UUID of version 4, the same each time the step is asked. */
  readonly requestId: string;
  /** Ids of the parts from the request to this step; empty for the request itself. */
  readonly path: readonly string[];
  /** The part of the request that it asks, or the request itself. */
  readonly part: InteractionPart;
  readonly prompt: string;
  /** The author of the prompt. */
  readonly asker: 'agent' | 'server';
  /** `text`, `password`, `confirmation`, `select`, or a type chosen by the agent. */
  readonly inputType: string;
  readonly sensitive: boolean;
  /** Whether a multi-line text is expected. */
  readonly multiline: boolean;
  /** Parses the person's text, without its last line end. */
  read(text: string): Reading;
}

/** The steps of a request, in the order in which they are asked. */
export async function stepsOf(request: InteractionRequest): Promise<readonly Step[]> {
  if (request.purpose === 'authorization') {
    const step = stepOf(request, 'confirmation', confirmationOf);
    return [{ ...step, prompt: `${step.prompt}\nAnswer yes or no.` }];
  }
  if (request.purpose === 'recovery') return [stepOf(request, 'text', recoveryOf)];
  const leaves = leavesOf(request, [], []);
  return Promise.all(
    leaves.map(async ({ part, path, above }, index) => ({
      requestId: await idOf(request.id, path),
      path,
      part,
      prompt:
        path.length === 0
          ? promptOf(request)
          : [...above, '', `(${index + 1} of ${leaves.length}) ${promptOf(part)}`].join('\n'),
      asker: 'agent',
      inputType: inputTypeOf(part),
      sensitive: part.type === 'input' && part.sensitive,
      multiline: part.type === 'input' && part.multiline && !part.sensitive,
      read: (text: string) => readPart(part, text),
    })),
  );
}

/** The complete answer to a request, from the answers to its steps by `stepKey`. */
export function responseOf(
  request: InteractionRequest,
  answers: ReadonlyMap<string, Answer>,
): InteractionResponse {
  if (request.purpose !== 'authorization') return partResponse(request, [], answers);
  const confirmed = answers.get(stepKey([]))?.confirmed === true;
  return decisionOn(request, { confirmed, ...(confirmed && { remember: { scope: 'once' } }) });
}

/** The answer to an authorization, about exactly the arguments that the request shows. */
export function decisionOn(
  { id: request_id, args_digest }: InteractionRequest,
  decision: Partial<InteractionResponse>,
): InteractionResponse {
  return {
    request_id,
    type: 'confirm',
    ...(args_digest !== undefined && { args_digest }),
    ...decision,
  };
}

/** The key of an answer, from the path of its step. */
export function stepKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

function partResponse(
  part: InteractionPart,
  path: readonly string[],
  answers: ReadonlyMap<string, Answer>,
): InteractionResponse {
  const { id: request_id, type } = part;
  if (part.type !== 'combined') return { request_id, type, ...answers.get(stepKey(path)) };
  const responses = part.interactions.map((child) =>
    partResponse(child, [...path, child.id], answers),
  );
  return { request_id, type, responses };
}

function stepOf(
  request: InteractionRequest,
  inputType: string,
  read: (text: string) => Reading,
): Step {
  const { id: requestId } = request;
  const prompt = promptOf(request);
  return {
    requestId,
    path: [],
    part: request,
    prompt,
    asker: 'server',
    inputType,
    sensitive: false,
    multiline: false,
    read,
  };
}

interface Leaf {
  readonly part: Exclude<InteractionPart, { type: 'combined' }>;
  readonly path: readonly string[];
  /** Prompts of the enclosing parts, because each part may be read alone, days after the previous one. */
  readonly above: readonly string[];
}

function leavesOf(
  part: InteractionPart,
  path: readonly string[],
  above: readonly string[],
): Leaf[] {
  if (part.type !== 'combined') return [{ part, path, above }];
  const inner = [...above, promptOf(part)];
  return part.interactions.flatMap((child) => leavesOf(child, [...path, child.id], inner));
}

function inputTypeOf(part: Leaf['part']): string {
  if (part.type === 'confirm') return 'confirmation';
  return part.type === 'select' ? 'select' : part.input_type;
}

/** The id of a part, derived from the request's so that it is the same after a restart. */
async function idOf(requestId: string, path: readonly string[]): Promise<string> {
  if (path.length === 0) return requestId;
  const hex = await sha256(JSON.stringify([requestId, ...path]));
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function readPart(part: Leaf['part'], text: string): Reading {
  const reading = interpret(part, text);
  if (!reading.ok) return reading;
  const { id: request_id, type } = part;
  const [issue] = checkPart(part, { request_id, type, ...reading.answer });
  return issue === undefined ? reading : { ok: false, why: `The answer ${issue.message}.` };
}

function interpret(part: Leaf['part'], text: string): Reading {
  switch (part.type) {
    case 'confirm':
      return confirmationOf(text);
    case 'select':
      return { ok: true, answer: selectionOf(part, text) };
    case 'input': {
      if (part.input_type !== 'confirmation') return { ok: true, answer: { text } };
      const read = confirmationOf(text);
      return read.ok
        ? { ok: true, answer: { text: read.answer.confirmed === true ? 'yes' : 'no' } }
        : read;
    }
  }
}

const CONFIRMATIONS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['y', true],
  ['no', false],
  ['n', false],
]);

function confirmationOf(text: string): Reading {
  const confirmed = CONFIRMATIONS.get(text.trim().toLowerCase());
  return confirmed === undefined
    ? { ok: false, why: 'The answer must be yes or no.' }
    : { ok: true, answer: { confirmed } };
}

function recoveryOf(text: string): Reading {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  if (word === 'retry' && rest === '') return { ok: true, answer: { selected_values: ['retry'] } };
  if (word === 'mark_done' || word === 'mark_failed') {
    return { ok: true, answer: { selected_values: [word], ...(rest !== '' && { text: rest }) } };
  }
  return {
    ok: false,
    why: 'The answer must be retry, mark_done followed by the result, or mark_failed followed by the reason.',
  };
}

/** Options by value or number; any other text is free text, if allowed. */
function selectionOf(part: Extract<Leaf['part'], { type: 'select' }>, text: string): Answer {
  const { options } = part;
  const optionOf = (entry: string): string | undefined =>
    options.find(({ value }) => value === entry)?.value ??
    (/^[1-9][0-9]*$/.test(entry) ? options[Number(entry) - 1]?.value : undefined);
  const whole = text.trim();
  if (whole === '') return { selected_values: [] };
  const only = optionOf(whole);
  if (only !== undefined) return { selected_values: [only] };
  if (!part.multiple) {
    return part.allow_other ? { selected_values: [], other: whole } : { selected_values: [whole] };
  }
  const entries = whole
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const others = part.allow_other ? entries.filter((entry) => optionOf(entry) === undefined) : [];
  const selected_values = entries
    .filter((entry) => !others.includes(entry))
    .map((entry) => optionOf(entry) ?? entry);
  return { selected_values, ...(others.length > 0 && { other: others.join(', ') }) };
}
