import type { InteractionPart, InteractionRequest, InteractionView } from '@hitl/protocol';
import { escapeHidden } from '@hitl/permissions';
import { rulesFor } from '../prompts/authorize.ts';
import { frame } from '../prompts/frame.ts';
import { promptOf } from '../questions/question-text.ts';
import { table } from '../terminal/table.ts';

const HEAD = ['ID', 'SINCE', 'EXPIRES', 'WHO', 'WHAT'];

/** Pending requests, one per line, oldest first. */
export function showList(requests: readonly InteractionRequest[]): string {
  if (requests.length === 0) return 'Nothing is pending.\n';
  return table([HEAD, ...requests.map((request) => rowOf(request))]);
}

/** A request as one line. */
export function showRow(request: InteractionRequest): string {
  return table([rowOf(request)]);
}

function rowOf(request: InteractionRequest): string[] {
  const { id, created_at, expires_at, agent_path, user_id } = request;
  const agents = agent_path.join(' > ');
  const who = user_id === undefined ? agents : `${agents} for ${user_id}`;
  return [id, created_at, expires_at ?? 'never', who.trim(), whatOf(request)];
}

function whatOf({ purpose, title, tool_name, tool_args, metadata }: InteractionRequest): string {
  if (purpose === 'question') return title;
  const { resource } = metadata;
  const call =
    typeof resource === 'string' ? resource : `${tool_name} ${JSON.stringify(tool_args)}`;
  return purpose === 'recovery' ? `what happened to ${call}?` : `allow ${call}?`;
}

/** A request in full, and its outcome. */
export function showView(view: InteractionView): string {
  const { interaction_request: request, status, response, resolved_at, resolved_by } = view;
  const { expires_at, risk_level, reason, user_id, args_digest, batch } = request;
  const facts: (readonly [string, string | undefined])[] = [
    ['id', request.id],
    ['status', status],
    ['asks', `${request.purpose}, ${request.type}`],
    ['run', request.run_id],
    ['session', request.session_id],
    ['agent', request.agent_path.join(' > ')],
    ['user', user_id],
    ['tool', request.tool_name],
    ['since', request.created_at],
    ['expires', expires_at ?? 'never'],
    ['risk', risk_level],
    ['reason', reason],
    ['place', batch === undefined ? undefined : `${batch.index + 1} of ${batch.size}`],
    ['digest', args_digest],
    ['resolved', resolved_at],
    ['by', resolved_by],
    ['answer', response === undefined ? undefined : JSON.stringify(response)],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  return `${table(rows)}\n${promptsOf(request)}\n${rulesOf(request)}`;
}

/** An agent's question, in a frame because all of its words are the agent's; its parts follow. */
function questionsOf(part: InteractionPart): string[] {
  const own = frame(promptOf(part), Infinity).join('\n');
  return part.type === 'combined' ? [own, ...part.interactions.flatMap(questionsOf)] : [own];
}

function promptsOf(request: InteractionRequest): string {
  return request.purpose === 'question'
    ? ['The agent asks:', ...questionsOf(request)].join('\n')
    : escapeHidden(promptOf(request));
}

function rulesOf(request: InteractionRequest): string {
  const rules = request.purpose === 'authorization' ? rulesFor({ request }) : [];
  return rules.length === 0
    ? ''
    : `\nrules that can be remembered\n${table(rules.map((rule) => [`  ${rule}`]))}`;
}
