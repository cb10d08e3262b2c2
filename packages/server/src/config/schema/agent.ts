import type { OnDenied } from '@hitl/protocol';
import * as z from 'zod';
import type { PolicyRule } from '../../agents/rule-policy.ts';
import type { SnakeKeys } from '../../base/camel-keys.ts';
import { choose, section } from '../section.ts';
import { jsonObject, NOT_SUPPORTED, milliseconds, name, riskLevel } from './fields.ts';
import { InlineModelSchema, type ModelComponent } from './model.ts';
import { InlineToolSchema, type BuiltinToolComponent, type CommandToolComponent } from './tool.ts';

/** One entry of an agent's `approval_policy`. */
export type PolicyEntry = SnakeKeys<PolicyRule>;

/** A tool as an agent lists it: by name, another agent, or defined in place. */
export type ToolEntry = string | { agent: string } | BuiltinToolComponent | CommandToolComponent;

/** An agent: a model with tools, and settings for approval. */
export interface AgentComponent {
  type: 'agent';
  name: string;
  description?: string;
  /** A model's name, or one defined in place. */
  model: string | ModelComponent;
  tools: ToolEntry[];
  permission_store?: string;
  session_store?: string;
  system_prompt: string;
  max_steps: number;
  enable_hitl: boolean;
  enable_permissions: boolean;
  approval_policy: PolicyEntry[];
  /** When a person is asked; this version has only one stage. */
  stages: 'before_tool_execute'[];
  /** Default: the server's setting. */
  on_denied?: OnDenied;
  on_timeout: 'deny' | 'fail_run';
  consent_timeout_ms: number | null;
  /**
   * Effect of a message to a session with a suspended run: `reject` (default) refuses it with
   * `session_busy`, `supersede` ends that run and starts the next.
   */
  on_new_message: 'reject' | 'supersede';
  remember_confirmed: boolean;
  reveal_secrets: 'tools' | 'model';
  tool_policies: Record<string, 'allow' | 'deny'>;
  user_id: string | null;
}

const PolicyEntrySchema: z.ZodType<PolicyEntry> = section({
  when: z.string().min(1),
  decision: z.enum(['auto_approve', 'auto_deny', 'require_human']),
  risk_level: riskLevel.exactOptional(),
  reason: z.string().exactOptional(),
  suggested_patterns: z.array(z.string().min(1)).exactOptional(),
  expires_in_ms: milliseconds.exactOptional(),
});

const StageSchema: z.ZodType<'before_tool_execute'> = z.literal('before_tool_execute', {
  error: ({ input }) =>
    `${String(input)} ${NOT_SUPPORTED}: people are asked before a tool runs. Expected before_tool_execute.`,
});

const ToolEntrySchema: z.ZodType<ToolEntry> = choose<ToolEntry>((value) => {
  if (typeof value === 'string') return name;
  const entry = jsonObject.safeParse(value).data;
  if (entry !== undefined && 'agent' in entry) return section({ agent: name });
  if (entry !== undefined) return InlineToolSchema;
  return z.never({
    error: () => "expected a tool's name, {agent: NAME}, or a tool defined in place.",
  });
});

/** Keys of an agent and their defaults. */
export const AgentSchema: z.ZodType<AgentComponent> = section({
  type: z.literal('agent'),
  name,
  description: z.string().exactOptional(),
  model: choose<string | ModelComponent>((value) =>
    typeof value === 'object' && value !== null ? InlineModelSchema : name,
  ),
  tools: z.array(ToolEntrySchema).default([]),
  permission_store: name.exactOptional(),
  session_store: name.exactOptional(),
  system_prompt: z.string().default(''),
  max_steps: z.int().min(1).max(10_000).default(10),
  enable_hitl: z.boolean().default(true),
  enable_permissions: z.boolean().default(true),
  approval_policy: z.array(PolicyEntrySchema).default([]),
  stages: z.array(StageSchema).default(['before_tool_execute']),
  on_denied: z.enum(['continue', 'fail_run']).exactOptional(),
  on_timeout: z.enum(['deny', 'fail_run']).default('deny'),
  consent_timeout_ms: milliseconds.nullable().default(300_000),
  on_new_message: z.enum(['reject', 'supersede']).default('reject'),
  remember_confirmed: z.boolean().default(true),
  reveal_secrets: z.enum(['tools', 'model']).default('tools'),
  tool_policies: z.record(z.string(), z.enum(['allow', 'deny'])).default({}),
  user_id: z.string().min(1).nullable().default(null),
});
