import { conventionalDescriptor, type ResourceKind } from './call.ts';
import { compileCommand } from './command/pattern.ts';
import { compileJson } from './json/pattern.ts';
import { compilePath } from './path/pattern.ts';
import type { PathContext } from './path/subject.ts';
import { splitRule, type RuleEffect } from './rule.ts';
import { hasHiddenText, isAscii } from './unicode.ts';
import { compileUrl } from './url/pattern.ts';

/** A rule that may be saved, or the reason why not, for an HTTP 400 response. */
export type ParsedRule =
  | {
      readonly ok: true;
      /** Name of a tool, or a glob of names. */
      readonly tool: string;
      readonly pattern: string;
      /** A warning about a valid rule. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Placeholder folders: whether a path pattern is valid does not depend on them. */
const ANYWHERE: PathContext = { root: '/', home: '/', pathCase: 'unknown', realpath: undefined };

/** Returns a string if a pattern of this kind is invalid: the reason. */
type Compile = (pattern: string, effect: RuleEffect) => unknown;

const COMPILE: Readonly<Record<ResourceKind, Compile>> = {
  // Not the function itself: the code for commands is loaded when it is needed.
  command: (pattern, effect) => compileCommand(pattern, effect),
  path: (pattern, effect) => compilePath(pattern, effect, ANYWHERE),
  url: compileUrl,
  json: compileJson,
  text: () => undefined,
};

/**
 * Checks a rule before it is saved. Without `kind`, the kind is derived from the tool's name where possible
 * (`bash`, `file_…`, `web_fetch`); for another name, or a glob, only the syntax is checked.
 */
export function parseRule(
  text: string,
  effect: RuleEffect = 'allow',
  kind?: ResourceKind,
): ParsedRule {
  const split = splitRule(text, effect);
  if (!split.ok) return { ok: false, reason: split.reason };
  const { tool, pattern, bare } = split;
  const warnings = bare ? [`${tool} alone is read as ${tool}(*).`] : [];
  if (!isAscii(tool)) return { ok: false, reason: 'A tool name has ASCII characters only.' };
  if (effect === 'allow' && hasHiddenText(pattern)) {
    return { ok: false, reason: 'The pattern has characters that cannot be seen.' };
  }
  if (pattern.trim() === '*') return { ok: true, tool, pattern, warnings };
  const used = kind ?? conventionalKind(tool);
  const compiled = used === undefined ? undefined : COMPILE[used](pattern, effect);
  if (typeof compiled === 'string') return { ok: false, reason: compiled };
  return { ok: true, tool, pattern, warnings };
}

function conventionalKind(tool: string): ResourceKind | undefined {
  if (tool.includes('*')) return undefined;
  const { kind } = conventionalDescriptor(tool);
  return kind === 'json' ? undefined : kind;
}
