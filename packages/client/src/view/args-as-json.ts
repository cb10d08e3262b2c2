import type { ToolArgs } from '@hitl/protocol';
import { textOf } from './long.ts';
import { isRecord } from './schema.ts';
import { readJson, type TypedText, type TypedValue } from './typed-values.ts';
import type { ArgsFormWords } from './words.ts';

/** The arguments as one JSON text that a person can edit. */
export interface ArgsAsJson {
  readonly text: string;
  /** Why the text is not a JSON object, in the person's language. */
  readonly problem: string | undefined;
  /** Applies edited text. Secrets, which the text does not contain, are kept. */
  readonly type: (text: string) => void;
}

/** The arguments without secrets as JSON; `typed` is the edited text, if any. */
export function argsAsJson(
  value: ToolArgs,
  secrets: ReadonlySet<string>,
  typed: TypedText | undefined,
  words: ArgsFormWords,
  put: (next: ToolArgs, typed: TypedText) => void,
): ArgsAsJson {
  const where = (secret: boolean): ToolArgs =>
    Object.fromEntries(Object.entries(value).filter(([name]) => secrets.has(name) === secret));
  const text = typed?.text ?? textOf(where(false));
  const read = readObject(text, words);
  return {
    text,
    problem: 'problem' in read ? read.problem : undefined,
    type(next) {
      const meant = readObject(next, words);
      const broken = 'problem' in meant;
      put(broken ? value : { ...meant.value, ...where(true) }, { text: next, broken });
    },
  };
}

function readObject(text: string, words: ArgsFormWords): TypedValue<ToolArgs> {
  // Invalid JSON is reported with the expected type.
  const read = readJson(text, { ...words, invalidJson: words.notAnObject });
  if ('problem' in read) return read;
  return isRecord(read.value) ? { value: read.value } : { problem: words.notAnObject };
}
