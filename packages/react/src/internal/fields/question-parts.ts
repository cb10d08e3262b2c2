/** The parts that every question has, whatever it is answered with. */
export * from '../card/card-parts.ts';
export { Decline, Menu } from '../card/later-parts.ts';
export { Form, Submit } from './later-fields.ts';
