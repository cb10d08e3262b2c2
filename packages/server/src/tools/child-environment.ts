import type { ToolContext } from '../agents/tool.ts';

/** Variables that any program needs. All others of the server have to be named. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR'];

/**
 * The environment of a tool's process: five variables of the server, those that the tool names, and
 * `HITL_RUN_ID`, `HITL_TOOL_CALL_ID`, `HITL_IDEMPOTENCY_KEY`.
 */
export function childEnvironment(
  context: Pick<ToolContext, 'runId' | 'toolCallId' | 'idempotencyKey'>,
  named: readonly string[] = [],
): Record<string, string> {
  return {
    ...passedOn(named),
    HITL_RUN_ID: context.runId,
    HITL_TOOL_CALL_ID: context.toolCallId,
    HITL_IDEMPOTENCY_KEY: context.idempotencyKey,
  };
}

/** The server's part of the environment: five variables, and the named ones. */
export function passedOn(named: readonly string[] = []): Record<string, string> {
  const passed = [...PASSED_ON, ...named].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(passed);
}
