import {
  conventionalDescriptor,
  isArgv,
  subjectOf,
  type ResourceKind,
  type ToolCall,
  type ToolDescriptor,
} from './call.ts';
import {
  exactArgvPattern,
  exactCommandPattern,
  exactTextPattern,
  quoteWord,
} from './command/exact-command.ts';
import { BASH, PARSED } from './programs/shells.ts';
import { encodeExact } from './command/exact-text.ts';
import { canonicalJson } from './json/canonical.ts';
import { exactJsonPattern } from './json/pattern.ts';
import { exactPathPattern, writtenPattern } from './path/exact.ts';
import { formatRule, splitRule } from './rule.ts';
import { escapeTextGlob } from './text/pattern.ts';
import { hasHiddenText, isAscii } from './unicode.ts';
import { urlSubject } from './url/subject.ts';
import { exactUrlPattern } from './url/pattern.ts';

/** A call written as a rule. */
export interface Resource {
  /** The exact rule of the call: saved as an allow rule, it covers this call and no other. */
  readonly resource: string;
  /**
   * Whether it may be saved. `false` if no rule could or should cover the call: the command cannot be parsed,
   * contains a substitution or invisible characters, or the target of the path is unknown. `resource` is then
   * for display only.
   */
  readonly rememberable: boolean;
}

/** The exact rule of a call. Without a descriptor, the one suggested by the tool's name is used. */
export function resourceOf(call: ToolCall, descriptor?: ToolDescriptor): Resource {
  const used = descriptor ?? conventionalDescriptor(call.toolName);
  const { value, extra, dialect } = subjectOf(call, used);
  const pattern =
    isAscii(call.toolName) && extra === undefined ? exactOf(value, used.kind, dialect) : undefined;
  if (pattern !== undefined) {
    const resource = formatRule(call.toolName, pattern);
    const split = splitRule(resource, 'allow');
    if (split.ok && split.tool === call.toolName && split.pattern === pattern) {
      return { resource, rememberable: true };
    }
  }
  const shown = shownOf(call, value, used);
  return { resource: formatRule(call.toolName, shown), rememberable: false };
}

/** The pattern that covers the subject of a call only; `undefined` if there is none. */
function exactOf(
  value: unknown,
  kind: ResourceKind,
  dialect: string | undefined,
): string | undefined {
  switch (kind) {
    case 'command':
      if (Array.isArray(value)) return exactArgvPattern(value);
      if (typeof value !== 'string') return undefined;
      return PARSED.has(dialect ?? BASH) ? exactCommandPattern(value) : exactTextPattern(value);
    case 'path':
      return typeof value === 'string' ? exactPathPattern(value) : undefined;
    case 'url': {
      const url = typeof value === 'string' ? urlSubject(value).allow : undefined;
      return url && exactUrlPattern(url);
    }
    case 'json':
      return exactJsonPattern(value);
    case 'text':
      return typeof value !== 'string' || hasHiddenText(value) ? undefined : escapeTextGlob(value);
  }
}

/** Placeholder for a pattern that must not be saved. */
function shownOf(call: ToolCall, value: unknown, descriptor: ToolDescriptor): string {
  if (typeof value !== 'string') return previewOf(call, descriptor);
  const { kind } = descriptor;
  if (kind === 'command') return encodeExact(value.trim());
  if (kind === 'path') return writtenPattern(value);
  return escapeTextGlob(value);
}

/**
 * A call for display: the command, path, URL or text unchanged, else canonical JSON. Never
 * truncated.
 */
export function previewOf(call: ToolCall, descriptor?: ToolDescriptor): string {
  const used = descriptor ?? conventionalDescriptor(call.toolName);
  const { value } = subjectOf(call, used);
  if (used.kind !== 'json' && typeof value === 'string') return value;
  if (used.kind === 'command' && isArgv(value)) return value.map(quoteWord).join(' ');
  return canonicalJson(call.toolArgs);
}

/** The type of permission for a call. Descriptive only: patterns decide. */
export type PermissionType = 'read' | 'write' | 'all' | 'command';

/** Names of file tools that do not change files. */
const READS = /(?:^|[_\-.])(?:read|list|view|stat|search|glob|grep|find|get|open)(?:$|[_\-.])/;

/** The type of permission that a call requests. */
export function permissionTypeOf(call: ToolCall, descriptor?: ToolDescriptor): PermissionType {
  const { kind, readOnly } = descriptor ?? conventionalDescriptor(call.toolName);
  if (kind === 'command') return 'command';
  if (readOnly === true || kind === 'url') return 'read';
  if (kind === 'path') return READS.test(call.toolName) ? 'read' : 'write';
  return 'all';
}
