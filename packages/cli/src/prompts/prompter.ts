import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { escapeHidden } from '@hitl/permissions';
import type { CliIo } from '../process/io.ts';
import { choicesOf, readVerdict, type AskedCall } from './authorize.ts';
import { typedObject } from '../process/json.ts';
import { editText } from '../terminal/editor.ts';
import { frame, frameArgs, hostWarnings, shortFrame } from './frame.ts';
import { createLineReader } from '../terminal/line-reader.ts';
import { authorizationParts, describeArgs } from '../questions/question-text.ts';
import { responseOf, stepKey, stepsOf, type Answer, type Step } from '../questions/steps.ts';

/** Answers so far, and a callback for the next one. */
export interface PromptState {
  /** By `stepKey`; new answers are added. */
  readonly answers: Map<string, Answer>;
  /** Called when one of several steps is answered. */
  readonly onStep?: (key: string, answer: Answer, step: Step) => Promise<void>;
}

/** Asks a person on stdout and reads answers from stdin. */
export interface Prompter {
  /** Whether stdin is a terminal. */
  readonly isTerminal: boolean;
  /** `null` if the input ended. Rejects with the reason of an aborted signal. */
  ask(
    request: InteractionRequest,
    state: PromptState,
    signal: AbortSignal,
  ): Promise<InteractionResponse | null>;
  /** Asks a single step; `null` if the input ended. */
  askStep(step: Step, signal: AbortSignal): Promise<Answer | null>;
  /** Ends the input. */
  close(): void;
}

/** Attempts at a confirmation until anything but yes or no counts as no. */
const MAX_TRIES = 3;
/** Screen lines needed by the question and its choices, and the minimum for a call. */
const BESIDE = 14;
const MIN_LINES = 8;
/** Typed to open the editor for a multi-line text. */
const EDIT = ':e';

/** Asks at a terminal, or reads one line per answer from a pipe. */
export function createPrompter(io: CliIo): Prompter {
  const lines = createLineReader(io, () => void process.kill(process.pid, 'SIGINT'));

  return {
    isTerminal: lines.isTerminal,
    ask(request, state, signal) {
      const alone = request.purpose === 'authorization' && state.answers.size === 0;
      return alone && lines.isTerminal
        ? authorize(request, signal)
        : askSteps(request, state, signal);
    },
    askStep,
    close: () => lines.close(),
  };

  function say(text: string): void {
    io.stdout.write(`${text}\n`);
  }

  /** `null` if the input ended. */
  async function askSteps(
    request: InteractionRequest,
    { answers, onStep }: PromptState,
    signal: AbortSignal,
  ): Promise<InteractionResponse | null> {
    const steps = await stepsOf(request);
    for (const step of steps) {
      const key = stepKey(step.path);
      if (answers.has(key)) continue;
      const answer = await askStep(step, signal);
      if (answer === null) return null;
      answers.set(key, answer);
      if (steps.length > 1) await onStep?.(key, answer, step);
    }
    return responseOf(request, answers);
  }

  async function askStep(step: Step, signal: AbortSignal): Promise<Answer | null> {
    const withEditor = step.multiline && lines.isTerminal;
    for (let tries = 1; ; tries += 1) {
      sayStep(step);
      if (withEditor) say(`(one line, or ${EDIT} for your editor)`);
      const line = await lines.next({ hidden: step.sensitive, signal });
      if (line === null) return null;
      const text =
        withEditor && line.trim() === EDIT ? (editText('', 'answer.txt', io.env) ?? '') : line;
      const reading = step.read(text);
      if (reading.ok) return reading.answer;
      say(reading.why);
      if (step.inputType === 'confirmation' && tries === MAX_TRIES) {
        say('That counts as no.');
        const no = step.read('no');
        return no.ok ? no.answer : null;
      }
    }
  }

  /** At a terminal, untrusted text is framed; a program on a pipe gets it unchanged. */
  function sayStep({ prompt, asker }: Step): void {
    if (!lines.isTerminal) return say(escapeHidden(prompt));
    if (asker === 'agent') say('The agent asks:');
    say([...frame(prompt, lines.size().columns), ...hostWarnings(prompt)].join('\n'));
  }

  /** Shows a call; returns whether all of it fitted on the screen. */
  function sayCall(request: InteractionRequest, whole: boolean): boolean {
    const { columns, rows } = lines.size();
    const all = frameArgs(request.tool_args, columns);
    const shown = whole ? all : shortFrame(all, Math.max(rows - BESIDE, MIN_LINES));
    const { heading, facts } = authorizationParts(request);
    const warnings = hostWarnings(describeArgs(request.tool_args));
    say([heading, ...shown, ...warnings, ...facts].join('\n'));
    if (shown === all) return true;
    say('  all      show the lines left out; required before a yes');
    return false;
  }

  /** At a terminal a call can also be remembered, edited, and denied with a reason. */
  async function authorize(
    request: InteractionRequest,
    signal: AbortSignal,
  ): Promise<InteractionResponse | null> {
    let seen = sayCall(request, false);
    let call: AskedCall = { request };
    for (let tries = 1; ; tries += 1) {
      say(choicesOf(call, lines.size().columns));
      const line = await lines.next({ hidden: false, signal });
      if (line === null) return null;
      if (line.trim().toLowerCase() === 'all' && !seen) {
        seen = sayCall(request, true);
        tries = 0;
        continue;
      }
      const verdict = readVerdict(call, line);
      if (verdict.kind === 'answer') {
        if (seen || verdict.response.confirmed !== true) return verdict.response;
        say('Not all of it has been shown. Type all first, or no.');
        if (tries < MAX_TRIES) continue;
      }
      if (verdict.kind === 'edit') {
        call = edit(call);
        // The editor showed all arguments.
        seen ||= call.edited !== undefined;
        tries = 0;
        continue;
      }
      if (verdict.kind === 'unclear') say(verdict.why);
      if (tries === MAX_TRIES) {
        say('That counts as no.');
        const no = readVerdict(call, 'no');
        return no.kind === 'answer' ? no.response : null;
      }
    }
  }

  function edit(call: AskedCall): AskedCall {
    const args = call.edited ?? call.request.tool_args;
    const text = editText(`${JSON.stringify(args, null, 2)}\n`, 'arguments.json', io.env);
    if (text === null) {
      say('The editor failed, so nothing was changed. Set EDITOR to choose another one.');
      return call;
    }
    const typed = typedObject(text);
    if (typed !== undefined && 'object' in typed) return { ...call, edited: typed.object };
    say(
      typed === undefined
        ? 'That is not a JSON object, so nothing was changed.'
        : `Nothing was changed: ${typed.loss}.`,
    );
    return call;
  }
}
