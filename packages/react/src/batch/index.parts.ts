/** Parts of the panel of several calls. */
export { Panel } from './panel.tsx';
export { Root, type BatchProps, type RootProps } from './root.tsx';
export { Progress } from './progress.tsx';
export { Keys } from './keys.tsx';
export { AllowAll } from './allow-all.tsx';
export { DenyAll } from './deny-all.tsx';
export { LeftOut } from './left-out.tsx';
export { AddNote, Note } from './note.tsx';
export { Rows } from './rows.tsx';
