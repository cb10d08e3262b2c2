import { partsOfSchema, valuesOfAnswers, type FormValue } from '@hitl/client/view';
import type { InteractionPart, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from './adapter-error.ts';
import { isRecord } from './is-record.ts';

/** The params of `elicitation/create`, in all versions of MCP that have it. */
export interface ElicitParams {
  /** Default `form`. */
  readonly mode?: string | undefined;
  /** Written by the server. Untrusted. */
  readonly message: string;
  /** In `form` mode: a flat JSON Schema. */
  readonly requestedSchema?: unknown;
  /** In `url` mode: the page that the person is asked to open. */
  readonly url?: string | undefined;
}

/** Result of an elicitation. `decline`: a person does not want to answer. `cancel`: no one decided. */
export type ElicitResult = {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** In `form` mode, with `accept`. */
  readonly content?: Record<string, FormValue>;
};

/** The id of the question itself; its parts are named after the fields of the form. */
const FORM = 'form';

/**
 * Converts an elicitation to a question: a form becomes a combined question, a page to open and a form
 * without fields become confirmations.
 * @throws AdapterError `unsupported_request` for a form that no card can show completely, or an address other
 * than `https:` or `http:`.
 */
export function elicitationQuestion(params: ElicitParams, note?: string): InteractionPart {
  const { message, mode = 'form' } = params;
  if (typeof message !== 'string' || message.trim() === '') {
    throw new AdapterError('unsupported_request', 'The elicitation has no message.');
  }
  const common = { id: FORM, title: message, required: true };
  const said = note === undefined ? {} : { description: note };
  if (mode === 'url') {
    const address = addressOf(params.url);
    const description = [note, `Open ${address} in your browser.`].filter(Boolean).join('\n');
    return {
      ...common,
      type: 'confirm',
      description,
      confirm_text: 'Open',
      cancel_text: 'Decline',
    };
  }
  if (mode !== 'form') {
    throw new AdapterError('unsupported_request', `Elicitation in the mode ${mode} is not known.`);
  }
  const parts = partsOfSchema(schemaOf(params));
  return parts.length === 0
    ? { ...common, ...said, type: 'confirm' }
    : { ...common, ...said, type: 'combined', interactions: parts };
}

function addressOf(url: string | undefined): string {
  const parsed = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed.href;
  const got = JSON.stringify(url) ?? 'missing';
  throw new AdapterError('unsupported_request', `url is ${got}; expected an https address.`);
}

function schemaOf({ requestedSchema }: ElicitParams): Readonly<Record<string, unknown>> {
  if (isRecord(requestedSchema)) return requestedSchema;
  throw new AdapterError('unsupported_request', 'requestedSchema is not a JSON Schema.');
}

/**
 * Converts a person's answer to the result of the elicitation.
 * @throws AdapterError `invalid_response` if a value does not fit the schema of its field.
 */
export function elicitResultOf(params: ElicitParams, response: InteractionResponse): ElicitResult {
  const { action, confirmed, responses } = response;
  if (action === 'deny') return { action: 'decline' };
  if (responses !== undefined) {
    return { action: 'accept', content: valuesOfAnswers(schemaOf(params), responses) };
  }
  if (confirmed === undefined) {
    throw new AdapterError(
      'invalid_response',
      'The response answers neither the form nor the page.',
    );
  }
  if (!confirmed) return { action: 'decline' };
  return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: {} };
}
