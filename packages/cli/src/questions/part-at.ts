import type { InteractionPart, InteractionRequest } from '@hitl/protocol';

/** The part of a request at the path of a step; the request itself for an empty path. */
export function partAt(request: InteractionRequest, path: readonly string[]): InteractionPart {
  return path.reduce<InteractionPart>((part, id) => {
    const inner = part.type === 'combined' ? part.interactions : [];
    const found = inner.find((child) => child.id === id);
    if (found === undefined) throw new Error(`The request ${request.id} has no part ${id}.`);
    return found;
  }, request);
}

/** The values that can be chosen. */
export function optionsOf(part: InteractionPart): readonly string[] {
  return part.type === 'select' ? part.options.map(({ value }) => value) : [];
}
