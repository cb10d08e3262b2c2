import { outcomeOfAction, type CardOutcome, summarizeAnswer } from '@hitl/client/view';
import type { InteractionRequest, InteractionView, Remember } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { Messages } from '../messages/en/index.ts';
import type { RecordWords } from '../messages/record-words.ts';
import type { Format } from '@hitl/client/view';

/** One line of a receipt. */
export interface MetaEntry {
  readonly name: keyof Messages['receiptLabels'];
  readonly value: string;
  /** Set if `value` is a formatted time. */
  readonly time?: string;
  /** Rules, one per line, instead of a text. */
  readonly code?: true;
}

/** Outcome of a request; `undefined` while it is pending. */
export function outcomeOfDetails(details: InteractionView): CardOutcome | undefined {
  const { interaction_request: request, status, response } = details;
  if (status === 'pending') return undefined;
  if (status !== 'answered') return status;
  return outcomeOfAction(request, response && actionOf(request, response));
}

/** JSON Schema of the arguments, if the request has one. */
export function schemaOf(
  request: InteractionRequest,
): Readonly<Record<string, unknown>> | undefined {
  return request.type === 'confirm' ? request.tool_schema : undefined;
}

/** The rules saved by an answer, as written. */
function rulesOf(remember: Remember, resource: unknown, words: RecordWords): string[] {
  const { patterns = [], deny_patterns: denied = [] } = remember;
  const exact = typeof resource === 'string' && patterns.length + denied.length === 0;
  return [
    ...(exact ? [resource] : patterns).map((pattern) => `${words.effects.allow} ${pattern}`),
    ...denied.map((pattern) => `${words.effects.deny} ${pattern}`),
  ];
}

/** Who, when, for whom, the answer and the rules, as far as known. */
export function metaOf(details: InteractionView, words: RecordWords, format: Format): MetaEntry[] {
  const { interaction_request: request, status, response, resolved_at: at } = details;
  const { created_at: asked, agent_path, purpose, metadata } = request;
  const who = details.resolved_by ?? (status === 'expired' ? words.noOne : undefined);
  const said = purpose === 'authorization' ? undefined : summarizeAnswer(request, response, words);
  const remember = purpose === 'authorization' ? response?.remember : undefined;
  const took = at === undefined ? Number.NaN : (Date.parse(at) - Date.parse(asked)) / 1000;
  const facts: (MetaEntry | false | undefined)[] = [
    who !== undefined && { name: 'by', value: who },
    at !== undefined && {
      name: 'at',
      value: Number.isNaN(took)
        ? format.moment(at)
        : `${format.moment(at)} (${words.answeredAfter(format.duration(Math.max(0, took)))})`,
      time: at,
    },
    { name: 'asked', value: format.moment(asked), time: asked },
    agent_path.length > 0 && { name: 'agent', value: agent_path.join(' › ') },
    said !== undefined && said !== '' && { name: 'answer', value: said },
    remember && {
      name: 'remembered',
      value: remember.scope === 'once' ? words.nothingRemembered : words.scopes[remember.scope],
    },
    remember &&
      remember.scope !== 'once' && {
        name: 'rules',
        value: rulesOf(remember, metadata['resource'], words).join('\n'),
        code: true,
      },
    response?.note !== undefined && { name: 'note', value: response.note },
  ];
  return facts.filter((fact) => fact !== false && fact !== undefined);
}
