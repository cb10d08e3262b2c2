import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { MAX_NESTING } from './parse.ts';
import { unwrap } from './unwrap.ts';
import { programOf } from '../programs/index.ts';

/** Whether later relative paths may have a different meaning. */
export function changesFolder(command: SimpleCommand, depth = 0): boolean {
  const [program = ''] = command.words;
  const facts = programOf(program);
  if (facts?.moves === true || (program !== '' && knowledgeOf(command, 0) !== STATIC)) return true;
  if (depth > MAX_NESTING) return true;
  if (facts?.wraps?.transparent === undefined) return false;
  const inners = unwrap(command, program)?.inners ?? [];
  return inners.some(
    (inner) => inner.type === 'command' && changesFolder(inner.command, depth + 1),
  );
}

/** Devices that only discard or print what is written. */
export function isFreeTarget(target: string): boolean {
  return target === '/dev/null' || target === '/dev/stdout' || target === '/dev/stderr';
}

/** Path prefixes that bash opens as network connections. */
export function isNetwork(target: string): boolean {
  return /^\/dev\/(?:tcp|udp)(?:\/|$)/.test(target);
}
