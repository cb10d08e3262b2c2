const NAME = /^(?!_)(?!.*__)[A-Za-z0-9_.-]{1,64}(?<!_)$/;

/**
 * Why a name cannot be an MCP server's, `undefined` if it can: a rule for the tools of `a`,
 * `mcp__a__*(*)`, must reach no tool of another server.
 */
export function mcpNameProblem(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : 'expected letters, digits, "_", "-" and "." (at most 64), without "__" and without "_" at either end.';
}
