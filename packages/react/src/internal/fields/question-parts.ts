/** Parts of every question card. */
export * from '../card/card-parts.ts';
export { Decline } from '../card/decline.tsx';
export { More } from '../card/more.tsx';
export { Form } from './form.tsx';
export { Submit } from './submit.tsx';
