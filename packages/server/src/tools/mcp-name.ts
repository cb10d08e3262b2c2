const NAME = /^(?!_)(?!.*__)[A-Za-z0-9_.-]{1,64}(?<!_)$/;

/**
 * Why a name is not allowed for an MCP server; `undefined` if it is: a rule for the tools of `a`,
 * `mcp__a__*(*)`, must not match tools of another server.
 */
export function mcpNameProblem(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : 'expected letters, digits, "_", "-" and "." (at most 64), without "__" and without "_" at either end.';
}
