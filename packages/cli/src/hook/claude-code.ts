import { text } from 'node:stream/consumers';
import {
  completionOf,
  mapToolCall,
  toToolInput,
  withoutShell,
  withShell,
} from '@hitl/adapters/claude';
import type { Authorization, Claim, Gate } from '@hitl/client/gate';
import { HitlError } from '@hitl/protocol/endpoints';
import { openTarget } from '../permissions/target.ts';
import { ignoreClosedOutput } from '../process/process-io.ts';
import type { CliIo, CliOutput } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import { errorText } from '../remote/error-text.ts';
import { createServerGate } from '../remote/server-client.ts';
import type { TargetFlags } from '../delta-folder/directory.ts';
import { forgetCall, noteCall, notedCall } from './call-notes.ts';
import { readHookInput, type HookInput } from './hook-input.ts';
import { messageOf } from '../process/message-of.ts';

/** Flags of `hook`, as typed. */
export interface HookFlags extends Omit<TargetFlags, 'format'> {
  readonly rulesAlone?: boolean;
  readonly user: string;
  readonly agent?: string;
  readonly shell?: string;
  /** Milliseconds. */
  readonly wait: number;
  readonly otherwise: 'deny' | 'ask';
}

/** Response to Claude Code. */
interface Decision {
  readonly permissionDecision: 'allow' | 'deny' | 'ask';
  readonly permissionDecisionReason: string;
  readonly updatedInput?: Readonly<Record<string, unknown>>;
}

/** Exit code with which Claude Code blocks the call and shows stderr to its model. */
const BLOCKED = 2;

/** Exit code after a call whose result could not be recorded. Claude Code tells the user, and goes on. */
const NOT_RECORDED = 1;

/** Result of an allowed call that was blocked, because its decision could not be passed on. */
const NOT_RUN = {
  content: 'This call did not run: its decision could not be passed to Claude Code.',
  isSuccess: false,
};
/** How long a call may take; later, another process that reaches it has a person asked about it. */
const LEASE_MS = 600_000;

/** How long an unreachable server is retried. */
const PATIENCE_MS = 10_000;

/** Time after the deadline for the server to report that a request expired. */
const GRACE_MS = 15_000;

/**
 * Decides about the call on stdin, or records its result. Every failure before a call ends with a denial
 * on stdout or with the exit code that blocks: with any other exit code, and with 0 without a decision, the
 * call would run if Claude Code allows it.
 */
export async function claudeCodeHook(flags: HookFlags, io: CliIo): Promise<number> {
  // Otherwise a closed stdout ends the program with exit code 0.
  ignoreClosedOutput(io);
  try {
    const byRules = checkFlags(flags);
    const input = readHookInput(await text(io.stdin));
    if (input.event !== 'PreToolUse') return byRules ? 0 : await record(input, flags, io);
    const decision = await (
      byRules ? decideByRules(input, flags, io) : ask(input, flags, io)
    ).catch((error: unknown) => undecided(flags, failureOf(error)));
    const output = { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
    try {
      await written(io.stdout, `${JSON.stringify(output)}\n`);
    } catch (error) {
      if (!byRules) await record(input, flags, io, NOT_RUN);
      throw new Error('the decision could not be written to stdout', { cause: error });
    }
    return 0;
  } catch (error) {
    io.stderr.write(`hitl: the call was blocked: ${messageOf(error)}\n`);
    return BLOCKED;
  }
}

/** Whether only rules decide. */
function checkFlags({ server, dir, rulesAlone = false }: HookFlags): boolean {
  if (server !== undefined && dir !== undefined) {
    throw new UsageError('Expected either --server or --dir.');
  }
  if (server === undefined && !rulesAlone) {
    throw new UsageError('Expected --server URL to ask people, or --rules-alone.');
  }
  return rulesAlone;
}

async function ask(input: HookInput, flags: HookFlags, io: CliIo): Promise<Decision> {
  const { server = '', tokenFile, agent, wait } = flags;
  const { sessionId, toolUseId = crypto.randomUUID(), cwd, permissionMode } = input;
  const gate = createServerGate(server, io, {
    patienceMs: Math.min(PATIENCE_MS, wait),
    ...(tokenFile !== undefined && { tokenFile }),
  });
  const mapped = withShell(mapToolCall(input.toolName, input.toolInput), flags.shell, io.env);
  const authorization = await gate.authorize(
    {
      ...mapped,
      sessionId: `claude-code-${sessionId}`,
      toolCallId: toolUseId,
      userId: flags.user,
      agentId: agent,
      // No `answer`: Claude Code takes no result from a hook.
      allowedActions: ['approve', 'deny', 'modify_args', 'pause', 'resume'],
      metadata: { ...(cwd && { cwd }), ...(permissionMode && { permission_mode: permissionMode }) },
      expiresInMs: wait,
    },
    { signal: AbortSignal.timeout(wait + GRACE_MS) },
  );
  const { interactionId } = authorization;
  if (toolUseId === input.toolUseId && interactionId !== null) {
    const claim = await gate.claim(interactionId, { leaseMs: LEASE_MS });
    if (!claim.claimed)
      return { permissionDecision: 'deny', permissionDecisionReason: heldBy(claim) };
    noteCall({ server, sessionId, toolUseId }, claim);
  }
  return decisionOf(authorization, flags, (args) =>
    toToolInput(input.toolName, mapped, withoutShell(args, mapped)),
  );
}

/** Resolves once a text has left this process; rejects if it cannot. */
function written(output: CliOutput, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(line, (error) => (error ? reject(error) : resolve()));
  });
}

/** Records the result of a call that the hook before it allowed. Other calls are ignored. */
async function record(
  input: HookInput,
  flags: HookFlags,
  io: CliIo,
  completion: Parameters<Gate['complete']>[1] = completionOf(input.whole),
): Promise<number> {
  const { server = '', tokenFile } = flags;
  const { sessionId, toolUseId = '' } = input;
  const name = { server, sessionId, toolUseId };
  const claim = notedCall(name);
  if (claim === undefined) return 0;
  try {
    const gate = createServerGate(server, io, {
      patienceMs: PATIENCE_MS,
      ...(tokenFile !== undefined && { tokenFile }),
    });
    await gate.complete(claim.interactionId, completion, claim);
    forgetCall(name);
    return 0;
  } catch (error) {
    io.stderr.write(`hitl: the result of the call was not recorded: ${messageOf(error)}\n`);
    return NOT_RECORDED;
  }
}

/** Why a call that is allowed does not run here. */
function heldBy({ status, result }: Claim): string {
  if (result !== undefined) {
    return `This call has run already, in another process. Its result: ${result.content}`;
  }
  return status === 'unknown'
    ? 'This call was started in another process, which did not report its result. A person is asked what happened.'
    : 'This call is running in another process.';
}

function decisionOf(
  {
    decision,
    decidedBy,
    args,
    edited,
    reason = 'It was not allowed',
    note,
    approvedBy,
  }: Authorization,
  flags: HookFlags,
  back: (args: Authorization['args']) => Authorization['args'],
): Decision {
  if (decidedBy === 'none') return undecided(flags, reason);
  if (decision !== 'allow') {
    return { permissionDecision: 'deny', permissionDecisionReason: reason };
  }
  const who = approvedBy === undefined ? '' : ` by ${approvedBy}`;
  const said = note === undefined ? '' : `: ${note}`;
  const person = `Approved${who} in HITL${edited ? ', with edited arguments' : ''}${said}`;
  return {
    permissionDecision: 'allow',
    permissionDecisionReason: decidedBy === 'person' ? person : reason,
    ...(edited && { updatedInput: back(args) }),
  };
}

/** Decides by the rules of a directory or a server. If no rule applies, Claude Code asks itself. */
async function decideByRules(input: HookInput, flags: HookFlags, io: CliIo): Promise<Decision> {
  const mapped = mapToolCall(input.toolName, input.toolInput);
  const { toolName, toolArgs } = withShell(mapped, flags.shell, io.env);
  const target = await openTarget({ ...flags, format: 'json' }, io, 'check');
  try {
    const { decision, reason } = await target.client.check(flags.user, {
      tool_name: toolName,
      tool_args: { ...toolArgs },
      ...(flags.agent !== undefined && { agent_id: flags.agent }),
    });
    const decisions = { allowed: 'allow', denied: 'deny', needs_auth: 'ask' } as const;
    return { permissionDecision: decisions[decision], permissionDecisionReason: reason };
  } finally {
    await target.close();
  }
}

/** Reported as a missing decision, never as a person's denial. */
function undecided({ otherwise }: HookFlags, why: string): Decision {
  return {
    permissionDecision: otherwise,
    permissionDecisionReason: `No decision was made: ${why}`,
  };
}

function failureOf(error: unknown): string {
  if (error instanceof UsageError) throw error;
  if (!HitlError.isInstance(error)) return messageOf(error);
  return `${errorText(error)} (${error.code})`;
}
