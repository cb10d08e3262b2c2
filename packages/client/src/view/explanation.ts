import type { InteractionPart } from '@hitl/protocol';

/** The lines that explain a question, or a part of one, besides its title. Render them as text. */
export function explanationOf({
  description,
}: Pick<InteractionPart, 'description'>): readonly string[] {
  return description === undefined ? [] : [description];
}
