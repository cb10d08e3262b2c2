/** The parts that every card has, whatever it asks. */
export { Actions, Header, Title } from './core-parts.tsx';
export {
  AskAgain,
  Countdown,
  Description,
  Facts,
  Problem,
  Reason,
  Receipt,
  Risk,
  Who,
} from './later-parts.ts';
