import { QUESTION_SHAPES } from '../../packages/protocol/src/interaction/question.ts';
import * as z from 'zod';
import { shapeOf, type Shape } from './shape.ts';

/** The text of the module with the members of questions, which works without zod. */
export function questionMembers(): string {
  const types = Object.entries(QUESTION_SHAPES).map(([type, shape]) => {
    const { members } = shapeOf(z.object(shape)) as Extract<Shape, { kind: 'members' }>;
    return `${type}: { ${members.map((one) => `${one.name}: '${kindOf(one.shape)}'`).join(', ')} },`;
  });
  return `import type { InteractionType } from '../interaction/interaction-type.ts';

/** The kind of a member's value; \`texts\`: a list of texts; \`other\`: lists of objects. */
export type MemberKind = 'text' | 'number' | 'flag' | 'texts' | 'other';

/**
 * Members of a question or a part of one, by type, with the kinds of their values. The server sets
 * all other members of a request.
 */
export const QUESTION_MEMBERS: Readonly<
  Record<InteractionType, Readonly<Record<string, MemberKind>>>
> = {
${types.join('\n')}
};
`;
}

function kindOf(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
    case 'words':
      return 'text';
    case 'count':
    case 'number':
      return 'number';
    case 'flag':
      return 'flag';
    case 'list':
      return shape.item.kind === 'text' ? 'texts' : 'other';
    default:
      return 'other';
  }
}
