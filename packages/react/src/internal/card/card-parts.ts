/** The parts that every card has, whatever it asks. */
export { Actions } from './actions.tsx';
export { Agent } from './agent.tsx';
export { AskAgain } from './ask-again.tsx';
export { Countdown } from './countdown.tsx';
export { Description } from './description.tsx';
export { External } from './external.tsx';
export { Header } from './header.tsx';
export { Meta } from './meta.tsx';
export { Problem } from './problem.tsx';
export { Reason } from './reason.tsx';
export { Receipt } from './receipt.tsx';
export { Risk } from './risk.tsx';
export { Title } from './title.tsx';
