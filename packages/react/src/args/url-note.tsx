import { misleadingHosts } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { useArgsWords } from '../messages/args-words.ts';

/** Names the real host of lookalike addresses and those with a name before an @. */
export function UrlNote({ text }: { text: string }): ReactNode {
  const messages = useArgsWords();
  const hosts = misleadingHosts(text);
  if (hosts.length === 0) return null;
  return <div data-hitl-part="arg-note">{messages.leadsTo(hosts.join(', '))}</div>;
}
