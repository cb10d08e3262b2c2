import type {
  ApprovalAction,
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  Issue,
  PartResponse,
  SelectFields,
} from '../generated/types.ts';
import { actionOf } from './action.ts';

/**
 * Issues of a response to a request; empty if it fits. The server checks the schema of edited
 * arguments and the reach of remembered patterns.
 */
export function checkResponse(
  request: InteractionRequest,
  response: InteractionResponse,
): readonly Issue[] {
  if (response.request_id !== request.id) {
    return [{ path: 'request_id', message: `must be ${request.id}` }];
  }
  if (response.type !== request.type) {
    return [{ path: 'type', message: `must be ${request.type}, as the request` }];
  }
  const action = actionOf(request, response);
  if (action !== undefined && !request.allowed_actions.includes(action)) {
    return [
      {
        path: 'action',
        message: `${action} is not possible here; allowed: ${request.allowed_actions.join(', ') || 'none'}`,
      },
    ];
  }
  const issues = checkAction(request, response, action);
  const plainAnswer = request.purpose !== 'authorization' && action === undefined;
  return plainAnswer ? [...issues, ...checkPart(request, response)] : issues;
}

function checkAction(
  request: InteractionRequest,
  response: InteractionResponse,
  action: ApprovalAction | undefined,
): Issue[] {
  const issues: Issue[] = [];
  const authorization = request.purpose === 'authorization';
  if (authorization && action === undefined) {
    issues.push({ path: 'confirmed', message: 'is required, or an action' });
  }
  const refuses = action === 'deny' || action === 'abort_run';
  const grants = action === 'approve' || action === 'modify_args' || action === 'answer';
  if (response.confirmed === true && refuses) {
    issues.push({ path: 'confirmed', message: `contradicts the action ${action}` });
  }
  if (response.confirmed === false && grants) {
    issues.push({ path: 'confirmed', message: `contradicts the action ${action}` });
  }
  if (action === 'modify_args' && response.modified_args === undefined) {
    issues.push({ path: 'modified_args', message: 'is required for modify_args' });
  }
  if (action !== 'modify_args' && response.modified_args !== undefined) {
    issues.push({ path: 'modified_args', message: 'is only for modify_args' });
  }
  if (action === 'answer' && response.text === undefined) {
    issues.push({ path: 'text', message: 'is required for answer: it is the result of the call' });
  }
  if (response.remember !== undefined && !authorization) {
    issues.push({ path: 'remember', message: 'is only for authorizations' });
  } else if (
    response.remember?.patterns?.length &&
    !(action === 'approve' || action === 'modify_args')
  ) {
    issues.push({
      path: 'remember.patterns',
      message: `cannot be allowed with the action ${action}`,
    });
  }
  return issues;
}

/**
 * Issues of an answer to one part of a combined request (or to a whole question), with `path` as
 * the prefix of each issue's path. The id of the answer is not checked.
 */
export function checkPart(part: InteractionPart, response: PartResponse, path = ''): Issue[] {
  switch (part.type) {
    case 'input':
      return checkText(part, response, path);
    case 'select':
      return checkSelection(part, response, path);
    case 'confirm':
      return response.confirmed === undefined
        ? [{ path: `${path}confirmed`, message: 'is required: true or false' }]
        : [];
    case 'combined':
      return checkParts(part.interactions, response.responses ?? [], path);
  }
}

/** Answers to questions that do not ask for text. */
const OTHER_ANSWERS = ['selected_values', 'other', 'responses'] as const;

function checkText(
  part: Extract<InteractionPart, { type: 'input' }>,
  response: PartResponse,
  path: string,
): Issue[] {
  const at = `${path}text`;
  const { text } = response;
  const clear = part.sensitive && OTHER_ANSWERS.find((name) => response[name] !== undefined);
  if (clear) {
    return [
      { path: `${path}${clear}`, message: 'would be stored in plain text: a secret must be text' },
    ];
  }
  if (text === undefined || text === '') {
    return part.required ? [{ path: at, message: 'must not be empty' }] : [];
  }
  if (part.min_length !== undefined && text.length < part.min_length) {
    return [{ path: at, message: `must have at least ${part.min_length} characters` }];
  }
  if (part.max_length !== undefined && text.length > part.max_length) {
    return [{ path: at, message: `must have at most ${part.max_length} characters` }];
  }
  if (part.input_type === 'number' && (text.trim() === '' || !Number.isFinite(Number(text)))) {
    return [{ path: at, message: 'must be a number' }];
  }
  return [];
}

function checkSelection(
  part: Extract<InteractionPart, { type: 'select' }> & SelectFields,
  response: PartResponse,
  path: string,
): Issue[] {
  const issues: Issue[] = [];
  const chosen = response.selected_values ?? [];
  const offered = new Set(part.options.map(({ value }) => value));
  for (const [index, value] of chosen.entries()) {
    if (!offered.has(value)) {
      issues.push({
        path: `${path}selected_values.${index}`,
        message: `"${value}" is not an option`,
      });
    }
  }
  if (new Set(chosen).size < chosen.length) {
    issues.push({ path: `${path}selected_values`, message: 'must not repeat a value' });
  }
  const other = response.other !== undefined && response.other !== '';
  if (other && !part.allow_other) {
    issues.push({ path: `${path}other`, message: 'is not possible here' });
  }
  const count = chosen.length + (other ? 1 : 0);
  const least = Math.max(part.min_selected ?? 0, part.required ? 1 : 0);
  const most = part.multiple ? (part.max_selected ?? Infinity) : 1;
  // An empty answer always fits if none is required, whatever the minimum.
  if (count < least && (part.required || count > 0)) {
    issues.push({ path: `${path}selected_values`, message: `must have at least ${least}` });
  }
  if (count > most) {
    issues.push({ path: `${path}selected_values`, message: `must have at most ${most}` });
  }
  return issues;
}

function checkParts(
  parts: readonly InteractionPart[],
  responses: readonly PartResponse[],
  path: string,
): Issue[] {
  const issues: Issue[] = [];
  const known = new Set(parts.map(({ id }) => id));
  const places = new Map<string, number>();
  for (const [index, { request_id: id }] of responses.entries()) {
    const at = `${path}responses.${index}.request_id`;
    if (!known.has(id)) issues.push({ path: at, message: `"${id}" is not a part` });
    else if (places.has(id)) issues.push({ path: at, message: 'is answered twice' });
    else places.set(id, index);
  }
  for (const part of parts) {
    const index = places.get(part.id);
    const response = index === undefined ? undefined : responses[index];
    if (response === undefined) {
      issues.push({ path: `${path}responses`, message: `lacks the part "${part.id}"` });
    } else if (response.type !== part.type) {
      issues.push({ path: `${path}responses.${index}.type`, message: `must be ${part.type}` });
    } else {
      issues.push(...checkPart(part, response, `${path}responses.${index}.`));
    }
  }
  return issues;
}
