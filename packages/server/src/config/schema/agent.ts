import * as z from 'zod';
import { AGENT_DEFAULTS } from '../../agents/agent.ts';
import { choose, section, type Schema } from '../section.ts';
import { jsonObject, NOT_SUPPORTED, milliseconds, name, riskLevel, type Source } from './fields.ts';
import { inlineModelSchema, type ModelSource } from './model.ts';
import { inlineToolSchema, type BuiltinToolComponent, type CommandToolComponent } from './tool.ts';

const PolicyEntrySchema = section({
  when: z.string().min(1),
  decision: z.enum(['auto_approve', 'auto_deny', 'require_human']),
  risk_level: riskLevel.exactOptional(),
  reason: z.string().exactOptional(),
  suggested_patterns: z.array(z.string().min(1)).exactOptional(),
  expires_in_ms: milliseconds.exactOptional(),
});

/** One entry of an agent's `approval_policy`. */
export interface PolicyEntry extends z.output<typeof PolicyEntrySchema> {}

const StageSchema = z.literal('before_tool_execute', {
  error: ({ input }) =>
    `${String(input)} ${NOT_SUPPORTED}: people are asked before a tool runs. Expected before_tool_execute.`,
});

/** A tool as an agent lists it: by name, another agent, or defined in place. */
export type ToolEntry = string | { agent: string } | BuiltinToolComponent | CommandToolComponent;

const toolEntrySchema = (source: Source): Schema<ToolEntry> =>
  choose((value) => {
    if (typeof value === 'string') return name;
    const entry = jsonObject.safeParse(value).data;
    if (entry !== undefined && 'agent' in entry) return section({ agent: name });
    if (entry !== undefined) return inlineToolSchema(source);
    return z.never({
      error: () => "expected a tool's name, {agent: NAME}, or a tool defined in place.",
    });
  });

/** Keys of an agent and their defaults. */
export const agentSchema = (source: ModelSource) =>
  section({
    type: z.literal('agent'),
    name,
    description: z.string().exactOptional(),
    /** A model's name, or one defined in place. */
    model: choose((value) =>
      typeof value === 'object' && value !== null ? inlineModelSchema(source) : name,
    ),
    tools: z.array(toolEntrySchema(source)).default([]),
    permission_store: name.exactOptional(),
    session_store: name.exactOptional(),
    system_prompt: z.string().default(AGENT_DEFAULTS.systemPrompt),
    max_steps: z.int().min(1).max(10_000).default(AGENT_DEFAULTS.maxSteps),
    enable_hitl: z.boolean().default(AGENT_DEFAULTS.enableHitl),
    enable_permissions: z.boolean().default(AGENT_DEFAULTS.enablePermissions),
    approval_policy: z.array(PolicyEntrySchema).default([]),
    /** When a person is asked; this version has only one stage. */
    stages: z.array(StageSchema).default(['before_tool_execute']),
    /** Default: the server's setting. */
    on_denied: z.enum(['continue', 'fail_run']).exactOptional(),
    on_timeout: z.enum(['deny', 'fail_run']).default(AGENT_DEFAULTS.onTimeout),
    consent_timeout_ms: milliseconds.nullable().default(AGENT_DEFAULTS.consentTimeoutMs),
    /**
     * Effect of a message to a session with a suspended run: `reject` (default) refuses it with
     * `session_busy`, `supersede` ends that run and starts the next.
     */
    on_new_message: z.enum(['reject', 'supersede']).default(AGENT_DEFAULTS.onNewMessage),
    remember_confirmed: z.boolean().default(AGENT_DEFAULTS.rememberConfirmed),
    reveal_secrets: z.enum(['tools', 'model']).default(AGENT_DEFAULTS.revealSecrets),
    tool_policies: z.record(z.string(), z.enum(['allow', 'deny'])).default({}),
    user_id: z.string().min(1).nullable().default(AGENT_DEFAULTS.userId),
  });

/** An agent: a model with tools, and settings for approval. */
export interface AgentComponent extends z.output<ReturnType<typeof agentSchema>> {}
