'use client';
import type { ReactNode } from 'react';
import { args } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';

const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi;

/** Where addresses in a text really lead, where that is not what one reads. */
export function misleadingHosts(text: string): string[] {
  const hosts = [...text.matchAll(ADDRESS)].flatMap(([address]) => {
    const url = URL.parse(address);
    if (url === null || url.host === '') return [];
    const odd = url.username !== '' || url.password !== '' || url.hostname.includes('xn--');
    return odd ? [url.host] : [];
  });
  return [...new Set(hosts)];
}

/** Says where look-alike addresses and those with a name before an @ lead. */
export function UrlNote({ text }: { text: string }): ReactNode {
  const messages = useMessages(args);
  const hosts = misleadingHosts(text);
  if (hosts.length === 0) return null;
  return <div data-hitl-part="arg-note">{messages.leadsTo(hosts.join(', '))}</div>;
}
