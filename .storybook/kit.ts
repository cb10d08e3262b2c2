import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../packages/react/src', import.meta.url));

/** What the code of a component says of itself. */
export interface ComponentFacts {
  /** The names of its parts in the page: `data-hitl-part`. */
  readonly parts: readonly string[];
  /** Attributes that its elements carry, `data-hitl-part` apart. */
  readonly attributes: readonly string[];
  /** Variables of the theme that its looks are made of. */
  readonly variables: readonly string[];
  /** What the whole of it consists of, where it is put together from its parts. */
  readonly anatomy: string | null;
}

/** Where a component lives. */
interface Home {
  readonly folder: string;
  /** The file that puts all of it together. */
  readonly whole?: string;
  /** Its files, where others live in the folder too. */
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
      'edit-diff.tsx',
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

/** Cards share these beside what is in their own folder. */
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

/** The JSX of a file, with each part under the name of its component. */
function anatomyOf(name: string, text: string): string {
  const blocks = [...text.matchAll(/^ {2}return \(\n([\s\S]*?)^ {2}\);/gm)].map(
    ([, block = '']) => block,
  );
  return blocks
    .toReversed()
    .map((block) =>
      block
        .replaceAll(/^ *\{\/\*.*\*\/\}\n/gm, '')
        .replaceAll(/^ {4}/gm, '')
        .replaceAll(/<(\/?)([A-Z]\w*)/g, (_, slash: string, part: string) =>
          part === 'Body' || part === 'Interaction'
            ? `<${slash}${part}`
            : `<${slash}${name}.${part}`,
        )
        .trimEnd(),
    )
    .join('\n\n');
}

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
    anatomy:
      whole === undefined
        ? null
        : anatomyOf(name, readFileSync(join(source, folder, whole), 'utf8')),
  };
}

/** What the code says of every component, by its name. Read anew at each call. */
export function readKit(): Readonly<Record<string, ComponentFacts>> {
  return Object.fromEntries(Object.keys(HOMES).map((name) => [name, factsOf(name)]));
}
