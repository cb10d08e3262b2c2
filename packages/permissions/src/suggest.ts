import { subjectOf, type ToolCall, type ToolDescriptor } from './call.ts';
import { exactArgvPattern, quoteWord } from './command/exact-command.ts';
import { knowledgeOf, STATIC, type CommandLine, type SimpleCommand } from './command/line.ts';
import { permitLine, type PermitRules } from './command/permit.ts';
import { arityOf, offeredLength } from './programs/index.ts';
import { parseCommandLine } from './command/parse.ts';
import { absolutePattern, escapeName, exactPathPattern } from './path/exact.ts';
import { pathSubject, segmentsOf, type PathContext } from './path/subject.ts';
import { resourceOf } from './resource.ts';
import { formatRule } from './rule.ts';
import { parseRule } from './validate.ts';
import { isAddress, originOf, urlSubject } from './url/subject.ts';

/** Rules that are offered together; one on its own if a single rule is enough. */
export type Offer = readonly string[];

/** The input from which offers are made. */
export interface OfferContext {
  readonly descriptor: ToolDescriptor;
  readonly paths: PathContext;
  readonly writeTool: string;
  /** The active allow rules, for a tool of kind `command`. */
  readonly permits: PermitRules | undefined;
}

/** Most parts of a command for which separate rules are offered; with more, only the whole line is. */
const MAX_PARTS = 5;

/**
 * Rules that may allow a call, from narrow to broad. They have not been tried yet. None for a call that must
 * not be remembered.
 */
export function offersFor(call: ToolCall, context: OfferContext): Offer[] {
  const { descriptor, paths } = context;
  const { resource, rememberable } = resourceOf(call, descriptor);
  const { value } = subjectOf(call, descriptor);
  if (descriptor.kind === 'path' && typeof value === 'string') {
    return pathOffers(call.toolName, value, paths);
  }
  if (!rememberable) return [];
  const offers: Offer[] = [[resource]];
  if (descriptor.kind === 'command') {
    const line = typeof value === 'string' ? parseCommandLine(value) : undefined;
    if (line !== undefined) offers.push(...lineOffers(call.toolName, line, context));
  } else if (descriptor.kind === 'url' && typeof value === 'string') {
    offers.push(...urlOffers(call.toolName, value));
  } else if (descriptor.readOnly === true) offers.push([formatRule(call.toolName, '*')]);
  return offers;
}

/** For each command of a line that no rule allows yet: the exact command, its first words, its family. */
function lineOffers(toolName: string, line: CommandLine, context: OfferContext): Offer[] {
  const parts: SimpleCommand[] = [];
  const files = new Set<string>();
  if (context.permits === undefined) parts.push(...line.commands);
  else {
    permitLine(line, context.permits, (subject, { allowed }) => {
      if (allowed) return;
      if ('target' in subject) {
        const pattern = subject.mode === 'write' ? exactPathPattern(subject.target) : undefined;
        if (pattern !== undefined) files.add(formatRule(context.writeTool, pattern));
      } else if (line.commands.includes(subject)) parts.push(subject);
    });
  }
  if (parts.length === 0 || parts.length > MAX_PARTS) return [];
  const patterns = parts.map((part) => patternsOf(part));
  const depth = Math.max(...patterns.map((list) => list.length));
  const offers: Offer[] = [];
  for (let level = 0; level < depth; level += 1) {
    const rules = patterns.map((list) => list[Math.min(level, list.length - 1)]);
    if (!rules.every((pattern) => pattern !== undefined)) continue;
    const written = rules.map((pattern) => formatRule(toolName, pattern));
    offers.push([...new Set([...written, ...files])]);
  }
  return offers;
}

/** The patterns of one command, from narrow to broad. */
function patternsOf(command: SimpleCommand): string[] {
  const { words } = command;
  const exact = command.knowledge === undefined ? exactArgvPattern(words) : undefined;
  const patterns = exact === undefined || command.assignments.length > 0 ? [] : [exact];
  const prefix = prefixOf(command);
  if (prefix === undefined) return patterns;
  const spelled = prefix.map(quoteWord);
  patterns.push(`${spelled.join(' ')}:*`);
  const last = prefix.at(-1) ?? '';
  const colon = last.indexOf(':');
  if (colon > 0 && prefix.length > 1) {
    const family = [...spelled.slice(0, -1), quoteWord(last.slice(0, colon))];
    patterns.push(`${family.join(' ')}:*`);
  }
  return patterns;
}

/** The first words that make a sensible prefix; none for programs in no table, or ones that run anything. */
function prefixOf(command: SimpleCommand): readonly string[] | undefined {
  const { words } = command;
  if (command.assignments.length > 0) return undefined;
  const count = offeredLength(words);
  if (count === undefined || words.length < count) return undefined;
  const prefix = words.slice(0, count);
  const sound = prefix.every(
    (word, at) =>
      knowledgeOf(command, at) === STATIC && word !== '' && (at === 0 || !word.startsWith('-')),
  );
  return sound ? prefix : undefined;
}

/** Folders with credentials or history: their files are offered one by one only. */
const SENSITIVE =
  /^(?:\.ssh|\.aws|\.gnupg|\.git|\.env.*|secrets?|\.kube|\.docker|\.config|\.netrc)$/i;

function pathOffers(toolName: string, path: string, paths: PathContext): Offer[] {
  const exact = exactPathPattern(path);
  const subject = pathSubject(path, paths);
  if (exact === undefined || subject.problem !== undefined) return [];
  const [lexical = [], ...others] = subject.allow;
  const rule = (pattern: string): string => formatRule(toolName, pattern);
  // A link has to be allowed under its own name and under its target's.
  const offers: Offer[] = [[rule(exact), ...others.map((view) => rule(absolutePattern(view)))]];
  const folder = lexical.slice(0, -1);
  const name = lexical.at(-1) ?? '';
  const start = folderPattern(folder, path, paths);
  if (start === undefined || lexical.some((part) => SENSITIVE.test(part))) return offers;
  const dot = name.lastIndexOf('.');
  if (dot > 0) offers.push([rule(`${start}/*${escapeName(name.slice(dot))}`)]);
  offers.push([rule(`${start}/**`)]);
  return offers;
}

/** A folder as a pattern; none for the root, the home folder, and folders too close to them. */
function folderPattern(
  folder: readonly string[],
  path: string,
  { root, home }: PathContext,
): string | undefined {
  for (const [sign, base] of [...(path.startsWith('~') ? [] : [['.', root]]), ['~', home]]) {
    const names = below(folder, segmentsOf(base ?? ''));
    if (names === undefined) continue;
    return names.length === 0 ? undefined : `${sign}/${names.map(escapeName).join('/')}`;
  }
  // Outside the root, only folders given as absolute paths, and no top-level folder.
  return path.startsWith('/') && folder.length > 1 ? absolutePattern(folder) : undefined;
}

function below(folder: readonly string[], base: readonly string[]): readonly string[] | undefined {
  return base.every((name, at) => folder[at] === name) ? folder.slice(base.length) : undefined;
}

function urlOffers(toolName: string, text: string): Offer[] {
  const url = urlSubject(text).allow;
  if (url === undefined || isAddress(url.host)) return [];
  const offers: Offer[] = [];
  const path = url.path.split('?')[0] ?? '';
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (folder !== '') {
    const start = `${originOf(url)}${folder.replace(/[*\\]/g, '\\$&')}`;
    offers.push([formatRule(toolName, `${start}/*`)]);
  }
  offers.push([formatRule(toolName, `domain:${url.host}`)]);
  return offers;
}

/** Rules that deny a call and similar ones from now on, from narrow to broad. */
export function denialsFor(
  call: ToolCall,
  descriptor: ToolDescriptor,
  paths: PathContext,
): string[] {
  const { resource } = resourceOf(call, descriptor);
  const { value } = subjectOf(call, descriptor);
  const rules = [resource];
  const add = (pattern: string): void => void rules.push(formatRule(call.toolName, pattern));
  if (descriptor.kind === 'command' && typeof value === 'string') {
    const [command] = parseCommandLine(value).commands.filter(({ words }) => words.length > 0);
    if (command !== undefined && knowledgeOf(command, 0) === STATIC) {
      const prefix = command.words.slice(0, arityOf(command.words));
      const sound = prefix.every((_, at) => knowledgeOf(command, at) === STATIC);
      if (sound && prefix.length > 1) add(`${prefix.map(quoteWord).join(' ')}:*`);
      add(`${quoteWord(command.words[0] ?? '')}:*`);
    }
  } else if (descriptor.kind === 'path' && typeof value === 'string') {
    const folder = pathSubject(value, paths).allow[0]?.slice(0, -1);
    const start = folder === undefined ? undefined : folderPattern(folder, value, paths);
    if (start !== undefined) add(`${start}/**`);
  } else if (descriptor.kind === 'url' && typeof value === 'string') {
    const host = urlSubject(value).deny[0]?.host;
    if (host !== undefined && host !== '') add(`domain:${host}`);
  }
  return [...new Set(rules)].filter((rule) => parseRule(rule, 'deny', descriptor.kind).ok);
}
