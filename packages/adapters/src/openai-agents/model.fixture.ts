import {
  setTracingDisabled,
  Usage,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from '@openai/agents';

setTracingDisabled(true);

/** A model that calls `mail` for these people, then says that it is done. */
export class ScriptedModel implements Model {
  readonly to: readonly string[];
  prompt = '';
  /** Calls besides those of `mail`. */
  more: readonly { readonly callId: string; readonly name: string; readonly arguments: string }[] =
    [];

  constructor(to: readonly string[]) {
    this.to = to;
  }

  getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.prompt = JSON.stringify(request.input);
    const usage = new Usage();
    const output = this.prompt.includes('function_call_result')
      ? [
          {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'Done.' }],
          },
        ]
      : [
          ...this.to.map((to) => ({
            callId: `call_${to}`,
            name: 'mail',
            arguments: JSON.stringify({ to }),
          })),
          ...this.more,
        ].map((call) => ({ type: 'function_call', status: 'completed', ...call }));
    return Promise.resolve({ usage, output } as never);
  }

  getStreamedResponse(): never {
    throw new Error('not used');
  }
}
