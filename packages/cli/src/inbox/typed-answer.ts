import { rememberOf, type RuleTerm } from '@hitl/client/view';
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import type {
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  Remember,
} from '@hitl/protocol';
import { InteractionResponseSchema } from '@hitl/protocol';
import { decisionOn, type Answer } from '../questions/steps.ts';
import type { CliIo } from '../process/io.ts';
import { jsonLossIn } from '../process/json.ts';
import { UsageError } from '../process/usage-error.ts';
import { ANSWER_FLAGS, type AnswerFlags } from './flags.ts';
import { messageOf } from '../process/message-of.ts';

/** The complete answer to a request, from the flags. `text`: the content of `--text` or `--text-file`. */
export function responseOf(
  request: InteractionRequest,
  flags: AnswerFlags,
  text: string | undefined,
): InteractionResponse {
  const { id: request_id, type } = request;
  const note = flags.note === undefined ? {} : { note: flags.note };
  if (request.purpose === 'authorization') {
    return decisionOn(request, { ...verdictOf(flags, text), ...note });
  }
  refuse(flags, ['remember', 'rule', 'argsJson'], 'is only for a call that needs approval');
  if (flags.decline === true) {
    refuse(flags, ['yes', 'no', 'choose', 'other', 'text', 'textFile'], 'contradicts --decline');
    return { request_id, type, action: 'deny', ...note };
  }
  return { request_id, type, ...answerOf(request, flags, text), ...note };
}

/** Without rules the server saves one for exactly this call. */
function remembering(term: RuleTerm, rules: readonly string[] | undefined): Remember {
  const { patterns: _, ...exact } = rememberOf('patterns', { term, rules: [] }, Date.now());
  return rules === undefined ? exact : { ...exact, patterns: [...rules] };
}

function verdictOf(flags: AnswerFlags, text: string | undefined): Partial<InteractionResponse> {
  refuse(flags, ['choose', 'other', 'decline'], 'does not apply to a call that needs approval');
  const { yes, no, argsJson, remember: term = 'once', rule: patterns } = flags;
  const ways = [yes === true || argsJson !== undefined, no === true, text !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new UsageError(
      'Expected one of --yes, --no, --args-json (approve with other arguments) and --text (the result of the call, which then does not run).',
    );
  }
  if (yes !== true && argsJson === undefined) {
    refuse(flags, ['remember', 'rule'], 'needs --yes');
    return text === undefined ? { confirmed: false } : { action: 'answer', text };
  }
  if (patterns !== undefined && term === 'once') {
    throw new UsageError(
      '--rule needs --remember with more than once: session, hour, today, month or always.',
    );
  }
  return {
    confirmed: true,
    remember: remembering(term, patterns),
    ...(argsJson !== undefined && { action: 'modify_args', modified_args: { ...argsJson } }),
  };
}

/** The answer to a question or to a part of one. */
export function answerOf(
  part: InteractionPart,
  flags: AnswerFlags,
  text: string | undefined,
): Answer {
  const { yes, no, choose, other } = flags;
  switch (part.type) {
    case 'confirm':
      refuse(
        flags,
        ['text', 'textFile', 'choose', 'other'],
        'does not answer a yes-or-no question',
      );
      return { confirmed: yesOrNo(yes, no) };
    case 'select': {
      const marks = 'purpose' in part && part.purpose === 'recovery';
      refuse(
        flags,
        ['yes', 'no', ...(marks ? [] : (['text', 'textFile'] as const))],
        `is not a choice. Expected --choose with one of: ${choicesOf(part)}`,
      );
      if (choose === undefined && other === undefined) {
        throw new UsageError(`Expected --choose with one of: ${choicesOf(part)}.`);
      }
      const values = (choose ?? []).map((entry) => optionOf(part, entry));
      return {
        selected_values: values,
        ...(other !== undefined && { other }),
        ...(text !== undefined && { text }),
      };
    }
    case 'input':
      refuse(flags, ['choose', 'other'], 'does not answer a question that asks for a text');
      if (part.sensitive && flags.text !== undefined) {
        throw new UsageError(
          'The question asks for a secret, and other users can read command lines. Use --text-file FILE, or --text-file - and stdin.',
        );
      }
      if (part.input_type === 'confirmation' && text === undefined) {
        return { text: yesOrNo(yes, no) ? 'yes' : 'no' };
      }
      refuse(flags, ['yes', 'no'], 'does not answer a question that asks for a text');
      if (text === undefined) throw new UsageError('Expected --text TEXT or --text-file FILE.');
      return { text };
    case 'combined':
      throw new UsageError(
        'It asks several things at once. Use --response-file with all of them, or no flag, to be asked for each.',
      );
  }
}

function yesOrNo(yes: boolean | undefined, no: boolean | undefined): boolean {
  if ((yes === true) === (no === true)) throw new UsageError('Expected either --yes or --no.');
  return yes === true;
}

type SelectPart = Extract<InteractionPart, { type: 'select' }>;

function choicesOf({ options }: SelectPart): string {
  return options.map(({ value }) => value).join(', ');
}

function optionOf(part: SelectPart, entry: string): string {
  const { options } = part;
  const own = options.find(({ value }) => value === entry) ?? options[Number(entry) - 1];
  if (own !== undefined) return own.value;
  throw new UsageError(
    `--choose ${entry}: there is no such option. Expected one of: ${choicesOf(part)}.`,
  );
}

/** Refuses flags that do not apply here. */
export function refuse(
  flags: AnswerFlags,
  names: readonly (keyof typeof ANSWER_FLAGS)[],
  why: string,
): void {
  const wrong = names.find((name) => flags[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`${ANSWER_FLAGS[wrong]} ${why}.`);
}

/** The text of `--text` or `--text-file`, without its last line end; `undefined` without both flags. */
export async function readText(flags: AnswerFlags, io: CliIo): Promise<string | undefined> {
  const { text, textFile } = flags;
  if (textFile === undefined) return text;
  if (text !== undefined) throw new UsageError('Expected either --text or --text-file.');
  return (await readSource('--text-file', textFile, io)).replace(/\r?\n$/, '');
}

/** The response in the file of `--response-file`. */
export async function readResponseFile(
  file: string,
  request: InteractionRequest,
  io: CliIo,
): Promise<InteractionResponse> {
  const source = await readSource('--response-file', file, io);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new UsageError('--response-file: expected JSON.');
  }
  const loss = jsonLossIn(source);
  if (loss !== undefined) throw new UsageError(`--response-file: ${loss}.`);
  const { id: request_id, type } = request;
  const parsed = InteractionResponseSchema.safeParse(
    typeof value === 'object' && value !== null ? { request_id, type, ...value } : value,
  );
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new UsageError(`--response-file: ${problems.join('; ')}`);
}

async function readSource(flag: string, file: string, { stdin }: CliIo): Promise<string> {
  try {
    return file === '-' ? await readAll(stdin) : readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`${flag}: ${messageOf(cause)}`, { cause });
  }
}
