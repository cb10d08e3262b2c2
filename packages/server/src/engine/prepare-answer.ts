import type { InteractionRequest, InteractionResponse, SavedRule } from '@hitl/protocol';
import { actionOf, checkResponse, findPending } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { checkArgs } from '../agents/check-args.ts';
import { checkValue } from '../agents/json-schema/check.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import type { Agent } from '../agents/agent.ts';
import type { Caller } from '../store/caller.ts';
import type { EngineContext } from './context.ts';
import { rulesOf } from '../approval/rules-of-answer.ts';
import { checkRuleLimits } from '../approval/rule-limits.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import type { ScopedCall } from '../approval/rules.ts';

/** An answer with everything that the state machine needs. */
export interface PreparedAnswer {
  readonly rules: readonly SavedRule[];
  /** Owner of the rules, if the run has no user. */
  readonly rulesUserId?: string;
  readonly onDenied: Agent['onDenied'];
  /** The answered request, if it is pending and the answer fits. */
  readonly request?: InteractionRequest;
}

/** Asynchronous checks before the state machine can decide. */
export async function prepareAnswer(
  context: EngineContext,
  key: SessionKey,
  loaded: LoadedSession,
  interactionId: string,
  { caller, response }: { readonly caller: Caller; readonly response: InteractionResponse },
): Promise<Result<PreparedAnswer>> {
  const found = findPending(loaded.state, interactionId);
  if (found === undefined) return success({ rules: [], onDenied: 'continue' });
  const { request } = found.pending;
  const run = found.tree.runs[request.run_id];
  const agent = run === undefined ? undefined : context.agents.get(run.agent_id);
  const userId = run?.user_id ?? null;
  const { modified_args: edited } = response;
  const call: ScopedCall = {
    ...key,
    userId,
    toolName: request.tool_name,
    toolArgs: edited ?? request.tool_args,
    now: loaded.now,
  };
  const tool = agent?.tools.get(request.tool_name) ?? context.tools.get(request.tool_name);
  if (edited !== undefined && response.action === 'modify_args') {
    const unfit = await unfitEdit(context, tool, request, call);
    if (unfit !== undefined) return unfit;
  }
  const owner = userId ?? ownerOf(context, caller, request, response);
  const saved = await rulesOf(request, response, {
    agent,
    tool,
    call: { ...call, userId: owner },
    rules: context.rules,
  });
  if (!saved.ok) return saved;
  const patterns = saved.value.map(({ pattern }) => pattern);
  // If the rules cannot be counted now, they cannot be saved now either. They are saved later, as
  // after a failed save.
  const room =
    owner === null || patterns.length === 0
      ? null
      : await checkRuleLimits(
          context.permissions,
          context.quota.limits,
          { ...key, userId: owner },
          patterns,
        ).catch(() => null);
  const isFull = room?.ok === false;
  if (isFull && response.remember !== undefined) {
    const { detail } = room.problem;
    return failure('invalid_response', detail, {
      errors: [{ path: 'remember', message: detail }],
    });
  }
  return success({
    onDenied: agent?.onDenied ?? 'continue',
    // With too many rules already, a yes without `remember` approves only the call.
    rules: isFull ? [] : saved.value,
    ...(userId === null && owner !== null && { rulesUserId: owner }),
    ...(checkResponse(request, response).length === 0 && { request }),
  });
}

/**
 * Owner of an answer's rules if the run has no user: its sender, or the user named by the sender. With separate
 * reviewers, an approval broadens the permissions of no one, since it would be those of its sender.
 */
function ownerOf(
  { separateReviewer: separate }: EngineContext,
  caller: Caller,
  request: InteractionRequest,
  response: InteractionResponse,
): string | null {
  if (separate && actionOf(request, response) !== 'deny') return null;
  return caller.userId ?? (caller.anyUser ? response.user_id : undefined) ?? null;
}

/**
 * Edited arguments without those that the tool does not know and that the call had already: the tool of another
 * loop may have more arguments than the one of its name here.
 */
function edits(
  { parameters }: Tool,
  request: InteractionRequest,
  edited: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = Object.keys(parameters.properties ?? {});
  const asked = request.tool_args ?? {};
  return Object.fromEntries(
    Object.entries(edited).filter(([name, value]) => known.includes(name) || asked[name] !== value),
  );
}

/** Issues of edited arguments: they must match the tool's schema, and no deny rule may match them. */
async function unfitEdit(
  context: EngineContext,
  tool: Tool | undefined,
  request: InteractionRequest,
  call: ScopedCall,
): Promise<Failure | undefined> {
  const { toolArgs: edited } = call;
  const claimed = request.type === 'confirm' ? request.tool_schema : undefined;
  const byClaim = claimed === undefined ? [] : checkValue(claimed, edited);
  const issues = tool === undefined ? byClaim : checkArgs(tool, edits(tool, request, edited));
  const [first] = issues;
  if (first !== undefined) {
    const where = first.path === '' ? '' : `${first.path} `;
    return failure(
      'invalid_response',
      `The edited arguments do not fit ${request.tool_name}: ${where}${first.message}.`,
      {
        errors: issues.map(({ path, message }) => ({
          path: path === '' ? 'modified_args' : `modified_args.${path}`,
          message,
        })),
      },
    );
  }
  const found = await context.rules.find(call);
  if (found.kind !== 'deny') return undefined;
  const rule = found.rule === undefined ? '' : ` ${found.rule}`;
  return failure(
    'invalid_response',
    `The edited arguments match the deny rule${rule}, so they were not accepted.`,
    { errors: [{ path: 'modified_args', message: `matches the deny rule${rule}` }] },
  );
}
