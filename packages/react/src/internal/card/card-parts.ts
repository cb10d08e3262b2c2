/** The parts that every card has, whatever it asks. */
export { Actions } from './actions.tsx';
export { AskAgain } from './ask-again.tsx';
export { External } from './external.tsx';
export { Countdown, Facts, Header, Risk, Who } from './header.tsx';
export { Problem } from './problem.tsx';
export { Receipt } from './receipt.tsx';
export { Description, Reason, Title } from './title.tsx';
