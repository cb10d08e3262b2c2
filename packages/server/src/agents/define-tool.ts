import { given, type OrUndefined } from '../base/given.ts';
import { isObject } from '../base/is-object.ts';
import { listIssues } from '../base/list-issues.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { cachingProblem } from './caching-problem.ts';
import type { JsonSchema, Tool, ToolContext, ToolOutput } from './tool.ts';
import type { ArgsOf, ReadArgsOf } from './args-of.ts';
import { jsonSchemaProblems } from './json-schema-problems.ts';
import { isStandardSchema, jsonSchemaOf, readBy, type StandardSchema } from './standard-schema.ts';

/**
 * Options of `defineTool`. The functions get arguments that match `parameters`, with its types:
 * `execute` gets them as parsed by the schema (with its defaults and conversions), the others as
 * they were proposed, which is what a person sees.
 */
export interface ToolDefinition<
  Parameters extends JsonSchema | StandardSchema = JsonSchema,
> extends OrUndefined<
  Pick<
    Tool,
    | 'name'
    | 'description'
    | 'version'
    | 'source'
    | 'effects'
    | 'defaultPermissionPolicy'
    | 'rememberable'
    | 'riskLevel'
    | 'timeoutMs'
    | 'cacheable'
    | 'cacheTtl'
    | 'permission'
  >
> {
  /**
   * A JSON Schema of type `object`, or a schema of zod or another library with the Standard Schema
   * interface. Invalid calls never reach a person or the tool.
   */
  readonly parameters: Parameters;
  readonly requiresConsent?: boolean | ((args: ArgsOf<Parameters>) => boolean) | undefined;
  getPermissionResource?(args: ArgsOf<Parameters>): string;
  describeCall?(args: ArgsOf<Parameters>): Readonly<Record<string, unknown>>;
  lookUpCall?(args: ArgsOf<Parameters>): Promise<Readonly<Record<string, unknown>>>;
  /** May return any JSON value or nothing. Throws to fail. */
  execute(args: ReadArgsOf<Parameters>, context: ToolContext): ToolOutput;
}

const OPTIONS: Omit<OptionNames<Required<Tool>>, 'checkArgs'> = {
  name: true,
  description: true,
  parameters: true,
  effects: true,
  requiresConsent: true,
  defaultPermissionPolicy: true,
  rememberable: true,
  riskLevel: true,
  timeoutMs: true,
  cacheable: true,
  cacheTtl: true,
  permission: true,
  getPermissionResource: true,
  describeCall: true,
  lookUpCall: true,
  source: true,
  version: true,
  question: true,
  agent: true,
  execute: true,
};

const EFFECTS = ['pure', 'keyed', 'at_most_once'];
const KINDS = ['command', 'path', 'url', 'json', 'text'];

/**
 * Defines a tool. The definition is checked immediately, not at the first call by a model. @throws
 * TypeError that lists all problems; HitlError `invalid_option` for an unknown option.
 */
export function defineTool<const Parameters extends JsonSchema | StandardSchema>(
  definition: ToolDefinition<Parameters>,
): Tool;
export function defineTool(defined: object): Tool {
  refuseUnknownOptions<object>('defineTool', defined, OPTIONS);
  const options: DefinedTool = given(defined as DefinedTool);
  if (typeof options.execute !== 'function') {
    throw new TypeError(`The tool "${options.name}" is not valid: it lacks the function execute`);
  }
  const definition = fromSchema(options);
  const problems = [
    ...nameProblems(definition.name),
    ...parameterProblems(definition.parameters),
    ...optionProblems(definition),
  ];
  if (problems.length > 0) {
    throw new TypeError(`The tool "${definition.name}" is not valid: ${problems.join('; ')}`);
  }
  return definition;
}

type DefinedTool = Omit<Tool, 'parameters' | 'execute'> & {
  readonly parameters: JsonSchema | StandardSchema;
  execute(args: Readonly<Record<string, unknown>>, context: ToolContext): ToolOutput;
};

/** With the JSON Schema of a library's schema, which also checks and parses the arguments. */
function fromSchema({ parameters, ...tool }: DefinedTool): Tool {
  if (typeof parameters !== 'object' || parameters === null || !isStandardSchema(parameters)) {
    return { ...tool, parameters, execute: async (args, context) => tool.execute(args, context) };
  }
  const checkArgs = (args: object) => {
    const read = readBy(parameters, args);
    return 'issues' in read ? read.issues : [];
  };
  return {
    ...tool,
    parameters: jsonSchemaOf(parameters),
    checkArgs,
    async execute(args, context) {
      const read = readBy(parameters, args);
      if ('issues' in read) {
        throw new TypeError(listIssues(read.issues));
      }
      return tool.execute(read.value as typeof args, context);
    },
  };
}

function nameProblems(name: unknown): string[] {
  const fit = typeof name === 'string' && /^[A-Za-z0-9_.-]+$/.test(name);
  return fit ? [] : ['its name must be made of letters, digits, "_", "-" and "."'];
}

function parameterProblems(parameters: unknown): string[] {
  if (!isObject(parameters) || parameters['type'] !== 'object') {
    return ['its parameters must be a JSON Schema of type "object"'];
  }
  return jsonSchemaProblems(parameters, 'parameters');
}

function optionProblems(tool: Tool): string[] {
  const problems: string[] = [];
  if (tool.effects !== undefined && !EFFECTS.includes(tool.effects)) {
    problems.push(`effects must be one of ${EFFECTS.join(', ')}`);
  }
  if (tool.timeoutMs !== undefined && !(tool.timeoutMs > 0)) {
    problems.push('timeoutMs must be a positive number');
  }
  const caching = cachingProblem(tool, 'cacheTtl');
  if (caching !== undefined) problems.push(caching);
  const { permission } = tool;
  if (permission !== undefined && !KINDS.includes(permission.kind)) {
    problems.push(`permission.kind must be one of ${KINDS.join(', ')}`);
  } else if (permission !== undefined && permission.kind !== 'json' && !permission.arg) {
    problems.push(`permission.arg must name the argument that a ${permission.kind} rule matches`);
  }
  return problems;
}
