import {
  LineCounter,
  isDocument,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseAllDocuments,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import type { ConfigProblem } from './error.ts';
import { messageOf } from '../base/message-of.ts';

/** Variables that `${NAME}` is taken from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Path of a value in a document: keys and indexes from its root. */
export type KeyPath = readonly (string | number)[];

/** One YAML document with its variables filled in. */
export interface ConfigDocument {
  readonly file: string;
  readonly value: unknown;
  /** The line of a key, or of the nearest thing above it that exists; from 1. */
  readonly lineOf: (path: KeyPath) => number;
}

/** A document that is in no file; errors name `file`. */
export function documentOf(file: string, value: unknown): ConfigDocument {
  return { file, value, lineOf: () => 1 };
}

/** The content of one file. */
export interface ConfigFile {
  readonly documents: readonly ConfigDocument[];
  readonly problems: readonly ConfigProblem[];
}

/** `$${NAME}` stands for the text `${NAME}`; other uses of `$` are text. */
const VARIABLE = /\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\n]*))?\}/g;

/**
 * Placeholder for a variable while YAML is parsed. Its private-use characters have no meaning in
 * YAML, so `[${A}, ${B}]` parses, and no value of a variable can change the structure.
 */
const MARK = /\uE000(\d+)\uE001/g;

interface Variable {
  readonly text: string;
  readonly name: string;
  readonly fallback: string | undefined;
  readonly escaped: boolean;
}

type Ancestors = readonly (Document | Node | Pair)[];

function pathOf(key: number | string | null, ancestors: Ancestors): KeyPath {
  const path: (string | number)[] = [];
  const chain = [...ancestors];
  chain.forEach((node, index) => {
    if (isPair(node) && isScalar(node.key)) path.push(String(node.key.value));
    const child = chain[index + 1];
    if (isSeq(node) && child !== undefined) path.push(node.items.indexOf(child));
  });
  if (typeof key === 'number') path.push(key);
  return path;
}

/** The value of an unquoted string, parsed as YAML: a number, `true`, null. */
function resolvePlain(text: string): unknown {
  const { contents, errors } = parseDocument(text);
  const whole = isScalar(contents) && contents.type === 'PLAIN' && contents.source === text;
  if (text === '') return null;
  return whole && errors.length === 0 ? contents.value : text;
}

function fillIn(
  document: Document,
  variables: readonly Variable[],
  environment: Environment,
): { path: KeyPath; name: string }[] {
  const missing: { path: KeyPath; name: string }[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (typeof node.value !== 'string' || !node.value.includes('\uE000')) return;
      let fixed = true;
      const text = node.value.replaceAll(MARK, (mark, index: string) => {
        const variable = variables[Number(index)];
        if (variable === undefined) return mark;
        if (variable.escaped) return variable.text.slice(1);
        fixed = false;
        const value = environment[variable.name];
        if (variable.fallback !== undefined) return value || variable.fallback;
        if (value === undefined) {
          missing.push({ path: pathOf(key, ancestors), name: variable.name });
        }
        return value ?? '';
      });
      node.value = node.type === 'PLAIN' && !fixed ? resolvePlain(text) : text;
    },
  });
  return missing;
}

/** Keys whose values would be lost: duplicates, which variables can make, and `__proto__`. */
function lostKeys(document: Document): { path: KeyPath; message: string }[] {
  const lost: { path: KeyPath; message: string }[] = [];
  visit(document, {
    Map(key, map, ancestors) {
      const names = new Set<string>();
      for (const pair of map.items) {
        const name = String(isScalar(pair.key) ? pair.key.value : pair.key);
        const path = [...pathOf(key, [...ancestors, map]), name];
        if (names.has(name)) lost.push({ path, message: 'duplicate key.' });
        if (name === '__proto__') lost.push({ path, message: 'this name cannot be a key.' });
        names.add(name);
      }
    },
  });
  return lost;
}

function offsetOf(document: Document, path: KeyPath): number {
  let node: unknown = document.contents;
  let offset = document.range?.[0] ?? 0;
  const start = (value: unknown): void => {
    if (isNode(value) && value.range) offset = value.range[0];
  };
  start(node);
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(step),
      );
      if (pair === undefined) break;
      start(pair.key);
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      start(node);
    } else break;
  }
  return offset;
}

/**
 * Reads the documents of one YAML file and fills in `${NAME}` and `${NAME:-default}` (which also
 * stands in for an empty variable). Documents without content are left out.
 */
export function parseConfigFile(text: string, file: string, environment: Environment): ConfigFile {
  const variables: Variable[] = [];
  const mark = (whole: string, dollar: string, name: string, fallback?: string): string => {
    variables.push({ text: whole, name, fallback, escaped: dollar !== '' });
    return `\uE000${variables.length - 1}\uE001`;
  };
  const marked = text
    .split('\n')
    .map((line) => {
      // After the last brace, each `${A:-` would be searched for one to the end of the line.
      const end = line.lastIndexOf('}') + 1;
      return line.slice(0, end).replaceAll(VARIABLE, mark) + line.slice(end);
    })
    .join('\n');
  const lines = new LineCounter();
  const parsed = parseAllDocuments(marked, { lineCounter: lines, prettyErrors: false });
  const problems: ConfigProblem[] = [];
  const documents: ConfigDocument[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    if (!isDocument(document)) continue;
    for (const { message, pos } of document.errors) {
      problems.push({ file, line: lines.linePos(pos[0]).line, message: `${message} (YAML)` });
    }
    if (document.errors.length > 0 || document.contents === null) continue;
    const lineOf = (path: KeyPath): number => lines.linePos(offsetOf(document, path)).line;
    for (const { path, name } of fillIn(document, variables, environment)) {
      problems.push({
        file,
        line: lineOf(path),
        key: path.join('.'),
        message: `the environment variable ${name} is not set. Set it, or write \${${name}:-default}.`,
      });
    }
    for (const { path, message } of lostKeys(document)) {
      problems.push({ file, line: lineOf(path), key: path.join('.'), message });
    }
    try {
      const value: unknown = document.toJS();
      if (value !== null) documents.push({ file, value, lineOf });
    } catch (error) {
      // Aliases of aliases: a short document that would expand to a huge value.
      problems.push({ file, line: lineOf([]), message: `${messageOf(error)} (YAML)` });
    }
  }
  return { documents, problems };
}
