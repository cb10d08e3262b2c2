'use client';
import type { ArmedEvent } from '@hitl/client/view';
import { useState } from 'react';
import { useArming } from './arming.ts';
import { useSettings } from './settings.ts';

/** What cannot be taken back is asked about once more, wherever it is offered. */
export interface SecondPress {
  /** It was pressed once: say what the next press does. */
  readonly asked: boolean;
  /** Takes a press; `true` for the second one. The second half of a double press is no second thought. */
  readonly press: (event: ArmedEvent) => boolean;
  /** Takes the first press back, as when the person goes elsewhere. */
  readonly forget: () => void;
}

/** Wants a second press for what cannot be taken back. */
export function useSecondPress(): SecondPress {
  const { armingDelayMs } = useSettings();
  const [asked, setAsked] = useState(false);
  const armed = useArming(String(asked), armingDelayMs);
  return {
    asked,
    press(event) {
      if (!armed(event)) return false;
      setAsked(!asked);
      return asked;
    },
    forget: () => setAsked(false),
  };
}
