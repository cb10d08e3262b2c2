/** Parts of a confirmation, from top to bottom. */
export { Card } from './card.tsx';
export { Root } from './root.tsx';
export * from '../internal/card/card-parts.ts';
export { Args } from './args.tsx';
export { Scope } from './scope.tsx';
export { Denial } from './denial.tsx';
export { Consequence } from './consequence.tsx';
export { Note } from './note.tsx';
export { AddNote } from './add-note.tsx';
export { Result } from './result.tsx';
export { Edit } from './edit.tsx';
export { More } from './more.tsx';
export { Answer, type AnswerProps } from './answer.tsx';
export { SendResult } from './send-result.tsx';
