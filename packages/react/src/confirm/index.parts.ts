/** What a confirmation consists of. */
export { Card, Root } from './confirm.tsx';
export { Args } from './args.tsx';
export { Answer, type AnswerProps } from './answer.tsx';
export { Edit } from './edit.tsx';
export { Menu } from './menu.tsx';
export { Note } from './note.tsx';
export { Result, SendResult } from './result.tsx';
export { Denial, Scope } from './scope.tsx';
export * from '../internal/card/card-parts.ts';
