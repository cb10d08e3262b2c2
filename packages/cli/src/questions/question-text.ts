import type { InteractionPart, InteractionRequest } from '@hitl/protocol';
import { escapeHidden } from '@hitl/permissions';

/**
 * A question as plain text. An agent's question is in its own words; a question of the server shows
 * every character of what would run.
 */
export function promptOf(part: InteractionPart | InteractionRequest): string {
  if ('purpose' in part && part.purpose === 'authorization') return authorizationPrompt(part);
  if ('purpose' in part && part.purpose === 'recovery') return recoveryPrompt(part);
  const { title, description } = part;
  const question = description === undefined ? title : `${title}\n${description}`;
  if (part.type !== 'select') return question;
  const options = part.options.map(({ value, label, description: more }, index) => {
    const own = value === label ? value : `${value} (${label})`;
    const option = `${own}${more === undefined ? '' : `: ${more}`}`;
    // A line of an option must not pass for another option.
    return `  ${index + 1}. ${option.replaceAll('\n', '\n       ')}`;
  });
  const other = part.allow_other ? ', or your own answer' : '';
  const how = part.multiple ? 'Values or numbers, separated by commas' : 'A value or its number';
  return [question, ...options, `${how}${other}.`].join('\n');
}

function authorizationPrompt(request: InteractionRequest): string {
  const { heading, facts } = authorizationParts(request);
  return [heading, describeArgs(request.tool_args), ...facts].join('\n');
}

/** The server's question about a call, and below the arguments the other facts. */
export function authorizationParts({
  tool_name,
  reason,
  risk_level,
  external,
}: InteractionRequest): {
  readonly heading: string;
  readonly facts: readonly string[];
} {
  return {
    heading: `Allow ${escapeHidden(tool_name)} to run?`,
    facts: [
      ...(reason === undefined ? [] : [described('Reason', reason, '')]),
      ...(risk_level === undefined ? [] : [`Risk: ${risk_level}`]),
      ...externalLines(external),
    ],
  };
}

/** The statements of an external loop, below a line that names their source. */
function externalLines(external: InteractionRequest['external']): string[] {
  if (external === undefined) return [];
  const { caller = 'the caller', ...words } = external;
  return [`From ${escapeHidden(caller)}, not checked by this server:`, describeArgs(words)];
}

function recoveryPrompt(request: InteractionRequest): string {
  return [
    `What happened to ${escapeHidden(request.tool_name)}? It was running when its process ended, and nothing shows whether it took effect.`,
    describeArgs(request.tool_args),
    'Answer one of:',
    '  retry                 run it again',
    '  mark_done RESULT      it was done; RESULT is sent to the agent',
    '  mark_failed REASON    it failed',
  ].join('\n');
}

/** Arguments in full, one or more lines each, with invisible characters escaped. */
export function describeArgs(args: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // A name must not pass for another one with its value.
    const plain = /^[^\s:"]+( [^\s:"]+)*$/.test(name) ? name : JSON.stringify(name);
    return described(escapeHidden(plain), text, '  ');
  });
  return lines.length === 0 ? '  (no arguments)' : lines.join('\n');
}

/** A text after its name; several lines below it, indented further. */
function described(name: string, text: string, indent: string): string {
  const lines = escapeHidden(text).split('\n');
  return lines.length === 1
    ? `${indent}${name}: ${lines[0] ?? ''}`
    : [`${indent}${name}:`, ...lines.map((line) => `${indent}  ${line}`)].join('\n');
}
