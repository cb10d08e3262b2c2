import type { InteractionRequest } from '@hitl/protocol';
import { isRecord } from './schema.ts';

function isOption(value: unknown): boolean {
  return (
    isRecord(value) && typeof value['value'] === 'string' && typeof value['label'] === 'string'
  );
}

/** Enough for any person; a deeper request is an attack or a mistake. */
const MAX_DEPTH = 16;

function isPart(value: unknown, depth: number): boolean {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['title'] !== 'string') {
    return false;
  }
  switch (value['type']) {
    case 'input':
    case 'confirm':
      return true;
    case 'select':
      return Array.isArray(value['options']) && value['options'].every(isOption);
    case 'combined': {
      const parts: unknown = value['interactions'];
      return (
        depth < MAX_DEPTH &&
        Array.isArray(parts) &&
        parts.length > 0 &&
        parts.every((part) => isPart(part, depth + 1))
      );
    }
    default:
      return false;
  }
}

/** Statements of an external loop: absent, or strings besides any other members. */
function isWords(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value)) return false;
  const { metadata, ...texts } = value;
  return (
    (metadata === undefined || isRecord(metadata)) &&
    Object.values(texts).every((text) => typeof text === 'string')
  );
}

/**
 * Whether a card can show a request: its type is known and it has all members that its card reads.
 * Requests from the client always pass; check others before they can be allowed.
 */
export function isShowable(request: unknown): request is InteractionRequest {
  return (
    isPart(request, 0) &&
    isRecord(request) &&
    typeof request['tool_name'] === 'string' &&
    isRecord(request['tool_args']) &&
    isRecord(request['metadata']) &&
    Array.isArray(request['allowed_actions']) &&
    Array.isArray(request['agent_path']) &&
    isWords(request['external'])
  );
}
