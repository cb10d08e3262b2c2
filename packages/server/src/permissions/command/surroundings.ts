import type { SimpleCommand } from './line.ts';

/** Whether later relative paths mean something else. */
export function changesFolder(command: SimpleCommand): boolean {
  const [first = '', second = ''] = command.words;
  const program = first === 'command' || first === 'builtin' ? second : first;
  return program === 'cd' || program === 'pushd' || program === 'popd';
}

/** Devices that swallow or print, and nothing else. */
export function isFreeTarget(target: string): boolean {
  return target === '/dev/null' || target === '/dev/stdout' || target === '/dev/stderr';
}

/** Names that bash opens as connections. */
export function isNetwork(target: string): boolean {
  return /^\/dev\/(?:tcp|udp)(?:\/|$)/.test(target);
}
