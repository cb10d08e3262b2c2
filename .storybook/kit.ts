import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../packages/react/src', import.meta.url));

/** Facts about a component, extracted from its code. */
export interface ComponentFacts {
  /** The names of its parts in the DOM: `data-hitl-part`. */
  readonly parts: readonly string[];
  /** Attributes of its elements, except `data-hitl-part`. */
  readonly attributes: readonly string[];
  /** Theme variables that its styles use. */
  readonly variables: readonly string[];
  /** Descriptions of its components that are constants by name, which Storybook does not read. */
  readonly described: Readonly<Record<string, string>>;
  /** Types of the props that are lists, which Storybook does not read. */
  readonly lists: Readonly<Record<string, string>>;
  /** The composition of the ready-made component, if it is composed of parts. */
  readonly anatomy: string | null;
  /** The exports of its story file in source order, which a build does not keep. */
  readonly stories: readonly string[];
}

/** The folder of a component. */
interface Home {
  readonly folder: string;
  /** The file that composes all parts. */
  readonly whole?: string;
  /** Its files, if the folder contains other components too. */
  readonly files?: readonly string[];
}

const HOMES: Readonly<Record<string, Home>> = {
  Confirm: { folder: 'confirm', whole: 'card.tsx' },
  Input: { folder: 'input' },
  Select: { folder: 'select' },
  Combined: { folder: 'combined' },
  Interaction: { folder: 'interaction' },
  Batch: { folder: 'batch', whole: 'panel.tsx' },
  ToolCall: { folder: 'tool-call' },
  PendingRequests: { folder: 'pending-requests' },
  Outbox: { folder: 'outbox' },
  Grants: { folder: 'grants', whole: 'panel.tsx' },
  Inbox: { folder: 'inbox', whole: 'panel.tsx' },
  PendingBadge: { folder: 'inbox', files: ['pending-badge.tsx', 'notify-button.tsx'] },
  Progress: { folder: 'progress' },
  RunControls: { folder: 'run-controls', whole: 'bar.tsx' },
  Receipt: { folder: 'receipt', whole: 'card.tsx' },
  AuditTrail: { folder: 'audit', whole: 'panel.tsx' },
  ArgsPreview: {
    folder: 'args',
    files: [
      'args-preview.tsx',
      'table.tsx',
      'tree.tsx',
      'arg-row.tsx',
      'arg-value.tsx',
      'masked.tsx',
      'secret-value.tsx',
      'url-note.tsx',
      'diff-lines.tsx',
    ],
  },
  ArgsEditor: {
    folder: 'args',
    files: [
      'args-editor.tsx',
      'arg-field.tsx',
      'value-controls.tsx',
      'secret-control.tsx',
      'add-member.tsx',
      'link.tsx',
    ],
  },
  LineDiff: { folder: 'args', files: ['line-diff.tsx', 'diff-lines.tsx'] },
  VisibleText: { folder: 'internal', files: ['visible-text.tsx'] },
  HitlProvider: { folder: '.', files: ['provider.tsx'] },
};

/** Files shared by all cards, in addition to those in their own folders. */
const CARDS = new Set(['Confirm', 'Input', 'Select', 'Combined', 'Interaction']);
const QUESTIONS = new Set(['Input', 'Select', 'Combined']);

function sourcesIn(folder: string, files = readdirSync(join(source, folder))): readonly string[] {
  return files
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|stories|fixture|examples)\./.test(name))
    .map((name) => readFileSync(join(source, folder, name), 'utf8'));
}

function all(texts: readonly string[], pattern: RegExp): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(found)].toSorted();
}

const rules = readdirSync(join(source, 'theme/parts')).flatMap((name) =>
  readFileSync(join(source, 'theme/parts', name), 'utf8').split('}'),
);

const storyFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.stories.tsx'))
  .map((name) => readFileSync(join(source, name), 'utf8'));

/**
 * The JSX of a file as a host would write it: each part under the name of its component, without
 * keys, conditions and the props that the ready-made component passes by itself.
 */
function anatomyOf(name: string, text: string): string {
  const blocks = [...text.matchAll(/^ {2}return \(\n([\s\S]*?)^ {2}\);/gm)].map(([, block = '']) =>
    block.replaceAll(/^ {4}/gm, '').replaceAll(/^ *\{\/\*.*\*\/\}\n/gm, ''),
  );
  const whole = blocks.find((block) => block.includes('<Body />')) ?? blocks[0] ?? '';
  const body = blocks.find((block) => block !== whole) ?? '';
  return whole
    .replace(/^<\w*Root[\s\S]*?\{\.\.\.props\}\s*>/, '<Root {...props}>')
    .replace(/<\/\w*Root>/, '</Root>')
    .replace(/^ *<Body \/>\n/m, body.replaceAll(/^<\/?>\n/gm, ''))
    .replaceAll(/ key="\w+"/g, '')
    .replaceAll(/^( *)\{(?!\.\.\.)[\s\S]*?\}\n/gm, (expression, indent: string) =>
      (expression.match(/<\w[^>]*\/>/g) ?? []).map((part) => `${indent}${part}\n`).join(''),
    )
    .split('\n')
    .filter((line, at, lines) => !line.includes('/>') || lines.lastIndexOf(line) === at)
    .join('\n')
    .replaceAll(/<(\/?)([A-Z]\w*)/g, `<$1${name}.$2`)
    .trimEnd();
}

/** Names and descriptions of the components of a file that are memoized, or another name for one. */
function describedIn(text: string): (readonly [name: string, description: string])[] {
  const found = text.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)[^=]*= (?:memo\(|\w+;)/g,
  );
  return [...found].map(([, comment = '', name = '']) => [
    name,
    comment.replaceAll(/\s*\n? \* |\s+/g, ' ').trim(),
  ]);
}

/** Names and types of the props of a file that are lists. */
function listsIn(text: string): (readonly [prop: string, type: string])[] {
  const found = text.matchAll(/^ +(\w+)\??: (readonly [\w<>]+\[\]);$/gm);
  return [...found].map(([, prop = '', type = '']) => [prop, type]);
}

/** Files that declare props for components in other folders. */
const sharedProps = [...sourcesIn('hooks'), ...sourcesIn('batch', ['root.tsx'])];

function factsOf(name: string): ComponentFacts {
  const { folder, whole, files } = HOMES[name] ?? { folder: '.', files: [] };
  const texts = [
    ...sourcesIn(folder, files === undefined ? undefined : [...files]),
    ...(CARDS.has(name) ? sourcesIn('internal/card') : []),
    ...(QUESTIONS.has(name) ? sourcesIn('internal/fields') : []),
  ];
  const parts = all(texts, /(?:renderPart\(\s*'\w+',\s*|data-hitl-part=|part=)["']([a-z-]+)["']/g);
  const styled = rules.filter((rule) =>
    parts.some((part) => rule.includes(`[data-hitl-part='${part}']`)),
  );
  return {
    parts,
    attributes: all(texts, /['" {](data-(?!hitl-part)[a-z-]+)['"=]/g),
    variables: all(styled, /var\((--hitl-[a-z-]+)/g),
    described: Object.fromEntries(texts.flatMap(describedIn)),
    lists: Object.fromEntries([...texts, ...sharedProps].flatMap(listsIn)),
    stories: storyFiles
      .filter((text) => text.includes(`title: 'Components/${name}',`))
      .flatMap((text) => [...text.matchAll(/^export const (\w+): Story\b/gm)])
      .map(([, story = '']) => story),
    anatomy:
      whole === undefined
        ? null
        : anatomyOf(name, readFileSync(join(source, folder, whole), 'utf8')),
  };
}

/** Facts about every component, by name. Extracted again at each call. */
export function readKit(): Readonly<Record<string, ComponentFacts>> {
  return Object.fromEntries(Object.keys(HOMES).map((name) => [name, factsOf(name)]));
}
