import type { JsonSchema, Tool, ToolContext, ToolOutput } from '../runner/tool.ts';
import type { ArgsOf } from './args-of.ts';

/** A tool of one's own. The functions get arguments that fit `parameters`, with the types it says. */
export interface ToolDefinition<Parameters extends JsonSchema = JsonSchema> extends Pick<
  Tool,
  | 'name'
  | 'description'
  | 'effects'
  | 'default_permission_policy'
  | 'rememberable'
  | 'risk_level'
  | 'timeout_ms'
  | 'permission'
> {
  /** A JSON Schema of type `object`. Calls that do not fit it never reach a person or the tool. */
  readonly parameters: Parameters;
  readonly requires_consent?: boolean | ((args: ArgsOf<Parameters>) => boolean);
  getPermissionResource?(args: ArgsOf<Parameters>): string;
  describeCall?(args: ArgsOf<Parameters>): Readonly<Record<string, unknown>>;
  execute(args: ArgsOf<Parameters>, context: ToolContext): Promise<ToolOutput>;
}

const EFFECTS = ['pure', 'keyed', 'at_most_once'];
const KINDS = ['command', 'path', 'url', 'json', 'text'];

/**
 * A tool from its definition, checked at once, so that a mistake shows where it was made and not in
 * the first call of a model.
 * @throws TypeError that lists what is wrong.
 */
export function defineTool<const Parameters extends JsonSchema>(
  definition: ToolDefinition<Parameters>,
): Tool;
export function defineTool(definition: Tool): Tool {
  const problems = [
    ...nameProblems(definition.name),
    ...parameterProblems(definition.parameters),
    ...optionProblems(definition),
  ];
  if (problems.length > 0) {
    throw new TypeError(`The tool "${definition.name}" is not usable: ${problems.join('; ')}`);
  }
  return definition;
}

function nameProblems(name: unknown): string[] {
  const fit = typeof name === 'string' && /^[A-Za-z0-9_.-]+$/.test(name);
  return fit ? [] : ['its name must be made of letters, digits, "_", "-" and "."'];
}

function parameterProblems(parameters: unknown): string[] {
  if (!isObject(parameters) || parameters['type'] !== 'object') {
    return ['its parameters must be a JSON Schema of type "object"'];
  }
  const { properties, required } = parameters;
  const problems: string[] = [];
  if (properties !== undefined && !isObject(properties)) {
    problems.push('parameters.properties must be an object of schemas');
  }
  const names = Array.isArray(required) && required.every((name) => typeof name === 'string');
  if (required !== undefined && !names) {
    problems.push('parameters.required must be a list of names');
  }
  return problems;
}

function optionProblems(tool: Tool): string[] {
  const problems: string[] = [];
  if (typeof tool.execute !== 'function') problems.push('it lacks the function execute');
  if (tool.effects !== undefined && !EFFECTS.includes(tool.effects)) {
    problems.push(`effects must be one of ${EFFECTS.join(', ')}`);
  }
  if (tool.timeout_ms !== undefined && !(tool.timeout_ms > 0)) {
    problems.push('timeout_ms must be a positive number');
  }
  const { permission } = tool;
  if (permission !== undefined && !KINDS.includes(permission.kind)) {
    problems.push(`permission.kind must be one of ${KINDS.join(', ')}`);
  } else if (permission !== undefined && permission.kind !== 'json' && !permission.arg) {
    problems.push(`permission.arg must name the argument that a ${permission.kind} rule matches`);
  }
  return problems;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
