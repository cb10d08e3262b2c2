import type { InteractionPart, PartResponse, Remember, ToolArgs } from '@hitl/protocol';
import { asksSecretly } from './answers.ts';
import type { CardWords } from './card-words.ts';
import type { DetailWords } from './detail-words.ts';
import { argsWhere } from './secret-args.ts';

/** An answer in one line; secrets are masked. */
export function summarizeAnswer(
  part: InteractionPart,
  response: PartResponse | undefined,
  messages: Pick<DetailWords, 'hiddenAnswer' | 'list'> & Pick<CardWords, 'yes' | 'no'>,
): string | undefined {
  if (response === undefined) return undefined;
  switch (part.type) {
    case 'input':
      return asksSecretly(part) ? messages.hiddenAnswer : response.text;
    case 'select': {
      const chosen = part.options
        .filter(({ value }) => response.selected_values?.includes(value) === true)
        .map(({ label }) => label);
      return messages.list([...chosen, ...(response.other ? [response.other] : [])]);
    }
    case 'confirm':
      if (response.confirmed === undefined) return undefined;
      return response.confirmed
        ? (part.confirm_text ?? messages.yes)
        : (part.cancel_text ?? messages.no);
    case 'combined':
      // Answers may be sentences, with commas and full stops of their own.
      return part.interactions
        .flatMap((child) => {
          const answer = response.responses?.find(({ request_id }) => request_id === child.id);
          return summarizeAnswer(child, answer, messages) || [];
        })
        .join(' · ');
  }
}

/**
 * The subject of a call in one line: its command, else its path, else its first argument that the
 * schema does not mark as secret.
 */
export function subjectOf(given: ToolArgs, schema?: Readonly<Record<string, unknown>>): string {
  const args = argsWhere(false, given, schema);
  const first = args['command'] ?? args['path'] ?? Object.values(args)[0] ?? '';
  return typeof first === 'string' ? first : JSON.stringify(first);
}

/** What an answer remembered, in one line; `undefined`: nothing. */
export function remembered(
  remember: Remember | undefined,
  messages: Pick<DetailWords, 'remembered'>,
  time: (timestamp: string) => string,
): string | undefined {
  const { scope, patterns = [], deny_patterns: denied = [] } = remember ?? { scope: 'once' };
  const rules = [...patterns, ...denied];
  if (scope === 'once' || rules.length === 0) return undefined;
  const { expires_at: end } = remember ?? {};
  return messages.remembered(scope, rules.join(', '), end && time(end));
}
