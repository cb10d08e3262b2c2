import * as z from 'zod';
import type { Config } from './config.ts';
import type { ConfigDocument, Environment } from './document.ts';
import { ConfigError } from './error.ts';
import { errorAt, readAs, type Placed } from './placed.ts';
import { assemble, readDocuments } from './load.ts';
import { section } from './section.ts';
import { messageOf } from '../base/message-of.ts';

/** Content of a `config.yaml` for `delta run`: one agent, and optionally its task. */
export interface AgentFile {
  /** A configuration with that one agent. Its requests do not expire. */
  readonly config: Config;
  /** The agent's name. */
  readonly agent: string;
  readonly task: string | undefined;
}

/** Where the rules of the agent are; `delta run` has a store of its own for them. */
const RULES = { type: 'permission_store', name: 'rules', store_type: 'inmemory' } as const;

/** A key that is validated with those of the agent. */
const keyOfAgent = z.unknown().exactOptional();

/**
 * The keys of a `config.yaml`, validated like those of an agent. There are no keys for time limits
 * and later messages, since a mailbox may be read days later and every run has its own log.
 */
const KeysSchema = section({
  name: z.string().min(1).default('agent'),
  description: keyOfAgent,
  model: z.unknown().refine((value) => typeof value !== 'string', {
    message: 'expected a model in place: {provider: …}',
  }),
  tools: keyOfAgent,
  system_prompt: keyOfAgent,
  task: z.string().min(1).exactOptional(),
  max_steps: keyOfAgent,
  user_id: z.string().min(1).default('local'),
  approval_policy: keyOfAgent,
  tool_policies: keyOfAgent,
  on_denied: keyOfAgent,
  remember_confirmed: keyOfAgent,
  reveal_secrets: keyOfAgent,
});

/**
 * Reads a `config.yaml`: `name`, `model` (in place), `tools`, `system_prompt`, `task`, `max_steps`,
 * `user_id` (default `local`), and the agent's keys for consent.
 * @throws ConfigError `invalid_config` with file, line and key of each problem
 */
export async function loadAgentFile(file: string, env: Environment): Promise<AgentFile> {
  const [document, second] = readFileOnce(file, env);
  if (document === undefined) {
    throw new ConfigError([
      { file, message: 'it is empty. Expected an agent: name, model, task …' },
    ]);
  }
  if (second !== undefined) {
    throw errorAt(second, [], 'there is a second document. Expected one agent.');
  }
  const { task, ...agent } = readAs(KeysSchema, document.value, document);
  const value = {
    ...agent,
    type: 'agent',
    permission_store: RULES.name,
    consent_timeout_ms: null,
  };
  const rules: Placed = { file, component: RULES, lineOf: () => 1 };
  const config = assemble([{ ...document, value }], env, [rules]);
  return { config, agent: agent.name, task };
}

/** A missing file is reported like any other mistake in a configuration. */
function readFileOnce(file: string, env: Environment): readonly ConfigDocument[] {
  try {
    return readDocuments([file], env);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError([{ file, message: `cannot be read: ${messageOf(cause)}` }], { cause });
  }
}
