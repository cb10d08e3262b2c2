import type { InteractionPart, InteractionRequest, PartResponse } from '@hitl/protocol';

/** An answer as the value that a program expects: a text, a choice, a boolean, or parts by id. */
export type PlainAnswer =
  | string
  | boolean
  | readonly string[]
  | { readonly [part: string]: PlainAnswer };

/**
 * The value of a valid answer. A single choice is a string, several are a list; free text is added
 * to the chosen values. `undefined` if nothing was chosen.
 */
export function plainAnswer(
  part: InteractionPart | InteractionRequest,
  response: PartResponse,
): PlainAnswer | undefined {
  switch (part.type) {
    case 'input':
      return response.text;
    case 'confirm':
      return response.confirmed;
    case 'select': {
      const { selected_values = [], other } = response;
      const chosen = other === undefined ? selected_values : [...selected_values, other];
      return part.multiple ? chosen : chosen[0];
    }
    case 'combined':
      return Object.fromEntries(
        part.interactions.flatMap((child) => {
          const own = response.responses?.find(({ request_id }) => request_id === child.id);
          const value = own === undefined ? undefined : plainAnswer(child, own);
          return value === undefined ? [] : [[child.id, value]];
        }),
      );
  }
}
