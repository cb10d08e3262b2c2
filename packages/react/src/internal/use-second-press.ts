import type { ArmedEvent } from '@hitl/client/view';
import { useState } from 'react';
import { useArming } from './arming.ts';
import { useSettings } from './settings.ts';

/** State of an irreversible action, which needs a second press. */
export interface SecondPress {
  /** It was pressed once: show what the next press does. */
  readonly asked: boolean;
  /** Handles a press; `true` for the second one. The second half of a double click does not count. */
  readonly press: (event: ArmedEvent) => boolean;
  /** Cancels the first press, for example when the focus leaves. */
  readonly forget: () => void;
}

/** Requires a second press for an irreversible action. */
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
