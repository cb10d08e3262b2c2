import { argsWhere, visibleString } from '@hitl/client/view';
import type { InteractionView } from '@hitl/protocol';
import type { Messages } from '../messages/en/index.ts';
import type { Format } from '@hitl/client/view';
import type { RecordWords } from '../messages/record-words.ts';
import { metaOf, outcomeOfDetails, schemaOf } from './receipt-meta.ts';

/** A receipt as plain text: its content, with times in milliseconds and the full digest. */
export function receiptText(
  details: InteractionView,
  words: RecordWords & Pick<Messages, 'secret'>,
  format: Format,
): string {
  const { interaction_request: request, run_id: runId, response } = details;
  const { purpose, title, tool_name: tool, tool_args, args_digest, id } = request;
  const outcome = outcomeOfDetails(details);
  const head = outcome === undefined ? words.notAnswered : words.outcomes[outcome];
  const line = (label: string, value: string): string =>
    `${label}: ${visibleString(value).replaceAll('\n', '\n  ')}`;
  const argsText = (args: Readonly<Record<string, unknown>>): string => {
    const hidden = Object.keys(argsWhere(true, args, schemaOf(request)));
    const masked = Object.fromEntries(hidden.map((name) => [name, words.secret]));
    return JSON.stringify({ ...args, ...masked });
  };
  const modified = response?.modified_args;
  return [
    `${head}: ${visibleString(purpose === 'authorization' ? tool : title)}`,
    ...(purpose === 'authorization' ? [line(words.shownArgs, argsText(tool_args))] : []),
    ...(modified === undefined ? [] : [line(words.editedArgs, argsText(modified))]),
    ...metaOf(details, words, format).map(({ name, value, time }) =>
      line(words.receiptLabels[name], time ?? value),
    ),
    ...(args_digest === undefined ? [] : [line(words.receiptLabels.digest, args_digest)]),
    line(words.receiptLabels.request, id),
    line(words.receiptLabels.run, runId),
  ].join('\n');
}
