import type { AuditEntry, AuditTrail } from '@hitl/protocol';
import { auditOrigin, linkEntries } from '@hitl/protocol/fold';
import { auditEntry, testTime } from '@hitl/protocol/testing';

const call = { tool_call_id: 'call_1', interaction_id: 'int_1' };
const other = { tool_call_id: 'call_2', interaction_id: 'int_2' };
const third = { tool_call_id: 'call_3', interaction_id: 'int_3' };
const question = { tool_call_id: 'call_5', interaction_id: 'int_5' };
const DIGEST = '0'.repeat(64);

/** A run in which a person allowed, edited and denied, and one request expired. */
export const STORY: readonly AuditEntry[] = (
  [
    { kind: 'run_started', actor: 'ada', agent_id: 'assistant' },
    {
      kind: 'approval_required',
      ...call,
      tool_name: 'bash',
      proposed_args: { command: 'npm run lint', description: 'Looks for problems' },
      args_digest: DIGEST,
      risk_level: 'medium',
      reason: 'Tool requires user consent',
    },
    {
      kind: 'approval_required',
      ...other,
      tool_name: 'file_write',
      proposed_args: { path: './src/app.ts', content: 'let x = 1;\nprint(x);\n' },
      args_digest: DIGEST,
    },
    {
      kind: 'approval_required',
      ...third,
      tool_name: 'bash',
      proposed_args: { command: 'rm -rf ./dist' },
      args_digest: DIGEST,
      risk_level: 'high',
    },
    {
      kind: 'auto_approved',
      tool_call_id: 'call_4',
      step: 'allow_rule',
      reason: 'Matched allow pattern',
      rule: 'file_read(./**)',
    },
    { kind: 'approval_decision', ...call, actor: 'ada', action: 'approve' },
    {
      kind: 'approval_decision',
      ...other,
      actor: 'ada',
      action: 'modify_args',
      proposed_args: { path: './src/app.ts', content: 'let x = 1;\nprint(x);\n' },
      approved_args: { path: './src/app.ts', content: 'const x = 1;\nprint(x);\n' },
      effective_args: { path: './src/app.ts', content: 'const x = 1;\nprint(x);\n' },
    },
    {
      kind: 'approval_decision',
      ...third,
      actor: 'grace',
      reviewer_id: 'grace',
      action: 'deny',
      note: 'Build it again instead of removing it',
    },
    {
      kind: 'rules_saved',
      interaction_id: 'int_1',
      rules: [{ pattern: 'bash(npm run lint)', effect: 'allow', scope: 'always' }],
    },
    {
      kind: 'tool_started',
      tool_call_id: 'call_1',
      tool_name: 'bash',
      effective_args: { command: 'npm run lint', description: 'Looks for problems' },
      attempt: 1,
    },
    {
      kind: 'tool_completed',
      tool_call_id: 'call_1',
      tool_name: 'bash',
      is_success: false,
      error: 'Tool execution failed: 3 problems',
    },
    {
      kind: 'tool_started',
      tool_call_id: 'call_4',
      tool_name: 'file_read',
      effective_args: { path: './README.md' },
      attempt: 2,
    },
    {
      kind: 'tool_completed',
      tool_call_id: 'call_4',
      tool_name: 'file_read',
      is_success: true,
      error: null,
    },
    {
      kind: 'question_asked',
      ...question,
      tool_name: 'ask_human',
      proposed_args: { prompt: 'Which branch?' },
    },
    { kind: 'expired', ...question },
    { kind: 'run_completed' },
  ] satisfies Partial<AuditEntry>[]
).map((entry, at) => {
  const { tool_call_id: _, interaction_id: __, ...place } = auditEntry();
  return { ...place, seq: at + 1, timestamp: testTime(at * 7), ...entry };
});

/** A trail with its hashes, like those of a server. */
export async function sealed(
  entries: readonly AuditEntry[] = STORY,
  runId = 'run_1',
): Promise<AuditTrail> {
  const links = await linkEntries(entries, await auditOrigin(runId));
  return {
    run_id: runId,
    head: links.at(-1)?.hash ?? null,
    entries: entries.map((entry, at) => ({ ...entry, ...links[at] })),
  };
}

/** `count` entries about allowed calls, each about its own. */
export function longStory(count: number): AuditEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: at + 1,
    timestamp: testTime(at * 60),
    kind: 'tool_started',
    tool_call_id: `call_${at + 1}`,
    tool_name: 'bash',
    effective_args: { command: `step ${at + 1}` },
  }));
}
