'use client';
import type { ReactElement } from 'react';
import { Abort } from './abort.tsx';
import { PauseOrResume } from './pause-or-resume.tsx';
import { Problem } from './problem.tsx';
import { Root, type RootProps } from './root.tsx';
import { State } from './state.tsx';

/** The state of a run, with buttons that pause, resume and stop it. */
export function Bar(props: RootProps): ReactElement {
  return (
    <Root {...props}>
      <State />
      <PauseOrResume />
      <Abort />
      <Problem />
    </Root>
  );
}
