import type { InteractionRequest, ToolArgs } from '@hitl/protocol';
import { textsIn } from './rule-scope.ts';
import { secretFinder } from './secret-args.ts';

const ACTIONS: InteractionRequest['allowed_actions'] = ['deny', 'abort_run'];

/** Lists that a receipt reads, whatever the type of the request. */
const NO_PARTS: object = { options: [], interactions: [] };

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/**
 * A request that is not fully readable, with its simple values kept and missing or invalid ones
 * replaced. It can be denied, and must never be allowed.
 */
export function patchedRequest(request: unknown): InteractionRequest {
  const raw: Readonly<Record<string, unknown>> = Object(request);
  const readable = Object.entries(raw).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'boolean',
  );
  const { agent_path: agents, allowed_actions: actions } = raw;
  return {
    ...NO_PARTS,
    ...Object.fromEntries(readable),
    id: textOr(raw['id'], 'unknown'),
    type: textOr(raw['type'], 'confirm') as 'confirm',
    title: textOr(raw['title'], ''),
    tool_name: textOr(raw['tool_name'], '?'),
    tool_args: {},
    metadata: {},
    created_at: textOr(raw['created_at'], ''),
    agent_path: textsIn(agents),
    purpose: textOr(raw['purpose'], 'authorization'),
    allowed_actions: Array.isArray(actions) ? actions : ACTIONS,
  } as InteractionRequest;
}

/** The whole request as JSON; values that the tool's schema marks as secret are masked everywhere. */
export function rawText(raw: unknown): string {
  const { tool_args: args, tool_schema: schema } = Object(raw) as Record<string, unknown>;
  const isSecret = secretFinder(Object(args) as ToolArgs, schema === null ? {} : Object(schema));
  const masked = (_: string, value: unknown): unknown =>
    (typeof value === 'string' || typeof value === 'number') && isSecret(String(value))
      ? '••••••'
      : value;
  return JSON.stringify(raw, masked, 2) ?? String(raw);
}
