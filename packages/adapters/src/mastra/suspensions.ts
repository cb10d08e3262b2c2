import { plainAnswer, questionOfSchema } from '@hitl/client/view';
import type { InteractionPart, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { canonicalJson, type Json } from '@hitl/protocol/fold';
import { AdapterError } from '../base/adapter-error.ts';
import { argsOf } from '../base/call-args.ts';
import { editMessage, offeredActions, type EditOptions } from '../base/edits.ts';
import { isRecord } from '../base/is-record.ts';
import { jsonSchemaOf } from '../base/json-schema.ts';
import { isText } from '../base/question.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest, questionRequest } from '../base/requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A suspended call, from a stream or from `listSuspendedRuns`. */
export interface Suspension {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly toolArgs: Record<string, unknown>;
  /** The call needs approval. Otherwise, the tool has suspended itself. */
  readonly isApproval: boolean;
  /** The tool's argument of `suspend`. */
  readonly payload: unknown;
  /** JSON Schema of the value that resumes the tool, if known. */
  readonly resumeSchema: Fields | undefined;
}

/** The part of a Mastra tool that is used here: any result of `createTool`. */
export interface MastraTool {
  readonly inputSchema?: unknown;
  readonly resumeSchema?: unknown;
}

/** Options of `createSuspensionStore`. */
export interface SuspensionOptions extends EditOptions {
  /** Id of the conversation. Default: the id of the run. */
  readonly sessionId?: string | undefined;
  /** Tools of the agent: their schemas mask secrets, and describe the answer of a tool after a restart. */
  readonly tools?: Readonly<Record<string, MastraTool>> | undefined;
}

/** A call of the agent that passes an answer on. */
export type ResumeCommand =
  | { readonly kind: 'approve' }
  | { readonly kind: 'decline'; readonly reason: string | undefined }
  | { readonly kind: 'resume'; readonly data: unknown };

/** The request of a suspended call, and a function that converts its answer. */
export interface ConvertedSuspension {
  readonly request: InteractionRequest;
  readonly commandFor: (response: InteractionResponse) => ResumeCommand;
}

function schemaIn(text: unknown): Fields | undefined {
  try {
    const schema: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    return isRecord(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

function suspensionOf(runId: unknown, call: Fields, isApproval: boolean): Suspension | undefined {
  const { toolCallId, toolName, args, suspendPayload, resumeSchema } = call;
  if (!isText(runId) || !isText(toolCallId) || !isText(toolName)) return undefined;
  return {
    runId,
    toolCallId,
    toolName,
    toolArgs: argsOf(args),
    isApproval,
    payload: suspendPayload,
    resumeSchema: schemaIn(resumeSchema),
  };
}

/** The call that a chunk of a stream reports as suspended; `undefined` for other chunks. */
export function suspensionIn(chunk: unknown): Suspension | undefined {
  const { type, runId, payload } = isRecord(chunk) ? chunk : {};
  if (!isRecord(payload)) return undefined;
  if (type === 'tool-call-approval') return suspensionOf(runId, payload, true);
  return type === 'tool-call-suspended' ? suspensionOf(runId, payload, false) : undefined;
}

/** A suspended run, as in the result of `listSuspendedRuns`. */
export interface SuspendedRun {
  readonly runId: string;
  readonly toolCalls: readonly object[];
}

/** The suspended calls of stored runs. */
export function suspensionsIn(runs: readonly SuspendedRun[]): Suspension[] {
  return runs.flatMap(({ runId, toolCalls }) =>
    toolCalls.flatMap((call) => {
      const fields = isRecord(call) ? call : {};
      const one = suspensionOf(runId, fields, fields['requiresApproval'] === true);
      return one === undefined ? [] : [one];
    }),
  );
}

/**
 * Returns a function for the ids of requests. All calls of a nested agent are suspended under the id of one call,
 * the delegation, so an id contains a hash of what is asked: otherwise, a late answer would be applied to the next
 * call. A model chooses what it asks, and can find two calls with one hash: they still get different ids.
 */
export function createRequestIds(): (suspension: Suspension) => string {
  const askedAs = new Map<string, string>();
  return ({ runId, toolCallId, toolName, toolArgs, payload }) => {
    const asked = canonicalJson([toolName, toolArgs, payload ?? null] as Json);
    let hash = 0x81_1c_9d_c5;
    for (const letter of asked) {
      hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
    }
    let id = `${runId}:${toolCallId}:${hash.toString(36)}`;
    while ((askedAs.get(id) ?? asked) !== asked) id += '+';
    askedAs.set(id, asked);
    return id;
  };
}

/**
 * Reads a suspended call.
 * @throws AdapterError `unsupported_request` if no card can show it completely.
 */
export function convertSuspension(
  suspension: Suspension,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  options: SuspensionOptions,
): ConvertedSuspension {
  const { runId, toolCallId, toolName, toolArgs, isApproval } = suspension;
  const origin = {
    id,
    sessionId: options.sessionId ?? runId,
    toolCallId,
    createdAt,
  };
  if (!isApproval) return readQuestion(suspension, origin, options);
  const request = callRequest(origin, {
    toolName,
    toolArgs,
    toolSchema: jsonSchemaOf(options.tools?.[toolName]?.inputSchema),
    allowedActions: offeredActions(options),
  });
  return {
    request,
    commandFor(response) {
      const answer = readAnswer(request, response);
      switch (answer.kind) {
        case 'approve':
          return { kind: 'approve' };
        case 'deny':
          return { kind: 'decline', reason: answer.note };
        case 'answer':
          return { kind: 'decline', reason: answer.text };
        case 'modify_args':
          return { kind: 'decline', reason: editMessage(answer.args) };
        default:
          throw new AdapterError('unsupported_answer', answer.kind);
      }
    },
  };
}

type Origin = Parameters<typeof questionRequest>[0];

/** Members of a payload that may be the title of a question, in order of preference. */
const ASKING = ['question', 'message', 'title', 'prompt'];

function readQuestion(
  { toolName, toolArgs, payload, resumeSchema }: Suspension,
  origin: Origin,
  { tools }: SuspensionOptions,
): ConvertedSuspension {
  const { id } = origin;
  const schema = resumeSchema ?? jsonSchemaOf(tools?.[toolName]?.resumeSchema);
  const said = isRecord(payload) ? payload : { message: payload };
  const asking = ASKING.find((name) => isText(said[name]));
  const title = asking === undefined ? toolName : String(said[asking]);
  const asked = askUserPart(id, title, said);
  const isPlain = schema === undefined || takesText(schema);
  const terms = { toolName, toolArgs, canDecline: false };
  if (asked !== undefined && isPlain) {
    const request = questionRequest(origin, asked, terms);
    return {
      request,
      commandFor: (response) => replyTo(request, response, (given) => plainAnswer(request, given)),
    };
  }
  if (schema === undefined) {
    throw new AdapterError(
      'unsupported_request',
      `The resumeSchema of ${toolName} is not known. Pass the tools of the agent.`,
    );
  }
  // The whole payload is shown, because a person answers to all of it.
  const rest = Object.entries(said).filter(
    ([name, value]) => name !== asking && value !== undefined,
  );
  const description = rest.map(([name, value]) => `${name}: ${textOf(value)}`).join('\n');
  const { part, valueOf } = questionOfSchema(schema, {
    id,
    title,
    ...(description !== '' && { description }),
  });
  const request = questionRequest(origin, part, terms);
  return { request, commandFor: (response) => replyTo(request, response, valueOf) };
}

function replyTo(
  request: InteractionRequest,
  response: InteractionResponse,
  valueOf: (response: InteractionResponse) => unknown,
): ResumeCommand {
  const answer = readAnswer(request, response);
  if (answer.kind !== 'reply') throw new AdapterError('unsupported_answer', answer.kind);
  return { kind: 'resume', data: valueOf(answer.response) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function takesText({ type, anyOf }: Fields): boolean {
  if (type === 'string') return true;
  return Array.isArray(anyOf) && anyOf.some((one) => isRecord(one) && one['type'] === 'string');
}

/** The question of Mastra's `ask_user`: `{ question, options?, selectionMode? }`. */
function askUserPart(id: string, title: string, said: Fields): InteractionPart | undefined {
  const { question, options = [], selectionMode = 'single_select', ...more } = said;
  if (!isText(question) || !Array.isArray(options) || Object.keys(more).length > 0)
    return undefined;
  const common = { id, title, required: true };
  if (options.length === 0)
    return { ...common, type: 'input', multiline: false, input_type: 'text', sensitive: false };
  const choices = options.flatMap((option: unknown) => {
    const { label, description } = isRecord(option) ? option : {};
    return isText(label)
      ? [{ value: label, label, ...(isText(description) && { description }) }]
      : [];
  });
  if (choices.length < options.length) return undefined;
  return {
    ...common,
    type: 'select',
    options: choices,
    multiple: selectionMode === 'multi_select',
    allow_other: false,
  };
}
