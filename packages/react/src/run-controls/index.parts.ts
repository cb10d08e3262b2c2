/** Parts of the controls of a run. */
export { Bar } from './bar.tsx';
export { Root, type RootProps } from './root.tsx';
export { State } from './state.tsx';
export { PauseOrResume } from './pause-or-resume.tsx';
export { Abort } from './abort.tsx';
export { Problem } from './problem.tsx';
export { End, type EndProps } from './end.tsx';
