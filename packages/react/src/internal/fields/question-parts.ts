/** Parts of every question card. */
export * from '../card/card-parts.ts';
export { Decline } from '../card/decline.tsx';
export { Menu } from '../card/card-menu.tsx';
export { Form } from './form.tsx';
export { Submit } from './submit.tsx';
