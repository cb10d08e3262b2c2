import { useEffect, useState } from 'react';
import { attention } from '../../messages/en/attention.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { announce } from '../announcer.ts';

/** How long the hint is shown; longer than any usual arming delay. */
const SAID_MS = 4000;

let count = 0;

/** Whether a press was ignored a moment ago, and a function to report one, which also announces it. */
export function useIgnoredPress(id: string): [ignored: boolean, ignore: () => void] {
  const { pressIgnored } = useMessages(attention);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (at === 0) return undefined;
    const timer = setTimeout(() => setAt(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return [
    at !== 0,
    () => {
      count += 1;
      setAt(count);
      announce(`${id} ignored ${count}`, pressIgnored);
    },
  ];
}
