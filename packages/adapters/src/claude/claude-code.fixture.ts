import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { query, type Options, type PermissionResult } from '@anthropic-ai/claude-agent-sdk';

type Fields = Record<string, unknown>;

/** A call of a message, with the request that the program asks about it with. */
export interface AskedCall {
  readonly request: { readonly tool_name: string; readonly tool_use_id: string } & Fields;
  /** Asked about twice, as a call is that the program resumes. */
  readonly twice?: boolean;
}

/** Result of a turn of the scripted program. */
export interface Turn {
  /** The decision about each call, by its id. */
  readonly answers: ReadonlyMap<string, PermissionResult | { readonly error: string }>;
  /** The result of each call for the model. */
  readonly results: ReadonlyMap<string, string>;
}

/** Runs an allowed call; what it returns or throws is the result. */
export type Run = (input: Fields, toolName: string) => unknown;

/** The program of the SDK, over streams instead of a process: it speaks its control protocol. */
class Program extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  killed = false;
  exitCode: number | null = null;
  readonly answers = new Map<string, PermissionResult | { error: string }>();
  readonly results = new Map<string, string>();
  readonly #calls: readonly AskedCall[];
  readonly #run: Run;
  readonly #waiting = new Map<string, (response: Fields) => void>();
  #hooks: Record<string, { hookCallbackIds: string[] }[]> = {};

  constructor(calls: readonly AskedCall[], run: Run) {
    super();
    this.#calls = calls;
    this.#run = run;
    const lines = createInterface({ input: this.stdin });
    lines.on('line', (line) => void this.#read(JSON.parse(line) as Fields));
    lines.on('close', () => this.#exit());
  }

  kill(): boolean {
    this.killed = true;
    this.#exit();
    return true;
  }

  #exit(): void {
    if (this.exitCode !== null) return;
    this.exitCode = 0;
    this.stdout.end();
    this.emit('exit', 0, null);
  }

  #send(message: Fields): void {
    if (this.exitCode === null) this.stdout.write(`${JSON.stringify(message)}\n`);
  }

  async #read(message: Fields): Promise<void> {
    if (message['type'] === 'control_response') {
      const response = message['response'] as Fields;
      this.#waiting.get(String(response['request_id']))?.(response);
    }
    if (message['type'] === 'control_request') {
      const { hooks } = message['request'] as Fields;
      this.#hooks = { ...this.#hooks, ...(hooks as object | undefined) };
      const response = { commands: [], models: [], account: {} };
      this.#send({
        type: 'control_response',
        response: { subtype: 'success', request_id: message['request_id'], response },
      });
    }
    if (message['type'] === 'user') {
      await Promise.all(this.#calls.map((call) => this.#call(call)));
      const usage = { input_tokens: 0, output_tokens: 0 };
      this.#send({ type: 'result', subtype: 'success', result: 'Done.', is_error: false, usage });
    }
  }

  #ask(request: Fields): Promise<Fields> {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ type: 'control_request', request_id: id, request });
    });
  }

  async #hook(event: string, input: Fields): Promise<Fields> {
    let output: Fields = {};
    for (const callback_id of (this.#hooks[event] ?? []).flatMap((one) => one.hookCallbackIds)) {
      const sent = { session_id: 's', transcript_path: '', cwd: '/', hook_event_name: event };
      const { tool_use_id } = input;
      const answer = await this.#ask({
        subtype: 'hook_callback',
        callback_id,
        input: { ...sent, ...input },
        tool_use_id,
      });
      output = { ...output, ...(answer['response'] as object) };
    }
    return output;
  }

  async #permission({ request, twice = false }: AskedCall): Promise<PermissionResult> {
    const ask = () => this.#ask({ subtype: 'can_use_tool', ...request });
    const [answer] = await Promise.all([ask(), ...(twice ? [ask()] : [])]);
    const { error } = answer;
    if (typeof error === 'string') {
      this.answers.set(request.tool_use_id, { error });
      return { behavior: 'deny', message: `Tool permission request failed: ${error}` };
    }
    const { toolUseID: _, ...result } = answer['response'] as PermissionResult;
    this.answers.set(request.tool_use_id, result);
    return result;
  }

  async #call(asked: AskedCall): Promise<void> {
    const { tool_name, tool_use_id, input } = asked.request;
    const call = { tool_name, tool_use_id, tool_input: input };
    await this.#hook('PreToolUse', call);
    const permission = await this.#permission(asked);
    if (permission.behavior === 'deny') {
      this.results.set(tool_use_id, permission.message);
      return;
    }
    const { updatedInput: tool_input = {} } = permission;
    const ran = { ...call, tool_input };
    try {
      const tool_response = await this.#run(tool_input, tool_name);
      this.results.set(tool_use_id, String(tool_response));
      await this.#hook('PostToolUse', { ...ran, tool_response });
    } catch (error) {
      this.results.set(tool_use_id, String(error));
      await this.#hook('PostToolUseFailure', { ...ran, error: String(error) });
    }
  }
}

/** The result of a program of the SDK, and the options of `query` that run it. */
export type ScriptedProgram = Turn & {
  readonly options: Pick<Options, 'pathToClaudeCodeExecutable' | 'spawnClaudeCodeProcess'>;
};

/** The program of the SDK with one turn, in which Claude makes these calls at once. */
export function scripted(calls: readonly AskedCall[], run: Run = () => 'ran'): ScriptedProgram {
  const program = new Program(calls, run);
  const { answers, results } = program;
  return {
    answers,
    results,
    options: { pathToClaudeCodeExecutable: 'claude', spawnClaudeCodeProcess: () => program },
  };
}

/** A turn of the SDK's own `query`, in which Claude makes these calls at once. */
export async function turn(
  calls: readonly AskedCall[],
  options: Pick<Options, 'canUseTool' | 'hooks' | 'abortController'>,
  run?: Run,
): Promise<Turn> {
  const program = scripted(calls, run);
  const messages = query({ prompt: 'Go', options: { ...options, ...program.options } });
  for await (const message of messages) if (message.type === 'result') break;
  return program;
}

/** A call of `Bash`, as the program asks about it. */
export function bash(id: string, command: string, more: object = {}): AskedCall['request'] {
  return { tool_name: 'Bash', tool_use_id: id, input: { command }, display_name: 'Bash', ...more };
}
