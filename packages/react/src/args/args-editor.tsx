'use client';
import {
  argIssues,
  validationIssuesOf,
  textOf,
  hidesSecret,
  membersOf,
  plainOf,
  readJson,
  schemaOf,
  type TypedValue,
} from '@hitl/client/view';
import { sameJson } from '@hitl/protocol/fold';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { args as words, type ArgsMessages } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ArgFields } from './arg-field.tsx';
import { EditorContext } from './editor-context.ts';
import { LineDiff } from './line-diff.tsx';

/** A JSON object of arguments. */
export type Args = Record<string, unknown>;

/** The arguments of a call while they are edited. Controlled: pass back what `onValueChange` says. */
export interface ArgsEditorProps extends Omit<PartProps<'div'>, 'value'> {
  value: Args;
  /** What the agent proposed: what is marked as changed, and what a reset goes back to. */
  proposed: Args;
  /** JSON Schema of the arguments; where it is silent, the values' own types are kept. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  disabled?: boolean | undefined;
  /** The error of the last answer: its `errors` under `modified_args` are shown at their fields. */
  error?: unknown;
  /**
   * `valid` is `false` while something is typed that is no value, `value` is then the last one, or
   * that the schema rules out.
   */
  onValueChange: (value: Args, details: { valid: boolean }) => void;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * A form of a call's arguments that keeps their types: 5 stays a number. Each change is marked, can
 * be reset, and is shown as a diff; what a form cannot say can be edited as JSON. What the schema
 * marks as secret (`format: password`, `writeOnly`, `x-sensitive`) is masked and can be replaced.
 */
export function ArgsEditor({
  value,
  proposed,
  schema: given,
  disabled = false,
  error,
  onValueChange,
  ...props
}: ArgsEditorProps): ReactElement {
  const messages = useMessages(words);
  // A ref beside the state: a field says that it is whole again and what it holds in one go.
  const brokenNow = useRef(NOTHING);
  const [broken, showBroken] = useState(NOTHING);
  const [json, setJson] = useState<string | null>(null);
  // What was typed and is no value, or secret, is in the fields alone: they begin anew.
  const [beginnings, setBeginnings] = useState(0);
  const changed = !sameJson(value, proposed);
  const root = schemaOf(given);
  const plain = plainOf(root, root);
  const hidden = new Set(
    membersOf(plain, { ...proposed, ...value })
      .filter(({ schema }) => hidesSecret(schema, root))
      .map(({ name }) => name),
  );
  const [secrets, open] = parted(value, hidden);

  const issues = argIssues(root, value, error, messages);
  const unplaced = issues.filter(({ path }) => json !== null || !hasPlace(path, value));

  const change = (next: Args): void =>
    onValueChange(next, {
      valid: brokenNow.current.size === 0 && validationIssuesOf(root, next, root).length === 0,
    });
  const setBroken = (path: string, isBroken: boolean): void => {
    const others = [...brokenNow.current].filter(
      (each) => each !== path && !each.startsWith(`${path}.`),
    );
    const next = new Set(isBroken ? [...others, path] : others);
    if (next.size === brokenNow.current.size && next.has(path) === brokenNow.current.has(path)) {
      return;
    }
    brokenNow.current = next;
    showBroken(next);
    change(value);
  };
  const begin = (next: Args, text: string | null): void => {
    brokenNow.current = new Set();
    showBroken(brokenNow.current);
    setJson(text);
    setBeginnings(beginnings + 1);
    change(next);
  };
  const reset = (): void =>
    begin(proposed, json === null ? null : textOf(parted(proposed, hidden)[1]));
  const switchMode = (): void => begin(value, json === null ? textOf(open) : null);

  return renderPart('div', 'args-editor', {
    ...props,
    children: (
      <EditorContext
        value={{
          disabled,
          root,
          issues,
          broken,
          setBroken,
        }}
      >
        {json === null ? (
          <ArgFields
            key={beginnings}
            path=""
            schema={plain}
            value={value}
            proposed={proposed}
            onChange={change}
          />
        ) : (
          <JsonEditor
            text={json}
            disabled={disabled}
            secrets={Object.keys(secrets)}
            onTextChange={(text, parsed) => {
              setJson(text);
              if (parsed === undefined) onValueChange(value, { valid: false });
              else change({ ...parsed, ...secrets });
            }}
          />
        )}
        {unplaced.length > 0 && (
          <ul data-hitl-part="field-problems">
            {unplaced.map(({ path, message }) => (
              <li key={`${path} ${message}`} data-hitl-part="field-problem">
                {path !== '' && (
                  <>
                    <code>
                      <VisibleText text={path} />
                    </code>{' '}
                  </>
                )}
                <VisibleText text={message} mode="prose" />
              </li>
            ))}
          </ul>
        )}
        <div data-hitl-part="args-editor-foot">
          <button type="button" data-hitl-part="link" disabled={disabled} onClick={switchMode}>
            {json === null ? messages.editAsJson : messages.editAsForm}
          </button>
          {changed && (
            <button type="button" data-hitl-part="link" disabled={disabled} onClick={reset}>
              {messages.resetAll}
            </button>
          )}
        </div>
        {changed && <Changes before={proposed} after={value} secrets={hidden} />}
      </EditorContext>
    ),
  });
}

function JsonEditor({
  text,
  disabled,
  secrets,
  onTextChange,
}: {
  text: string;
  disabled: boolean;
  /** The names of arguments that are left out of the text. */
  secrets: readonly string[];
  onTextChange: (text: string, parsed: Args | undefined) => void;
}): ReactElement {
  const messages = useMessages(words);
  const read = readObject(text, messages);
  return (
    <>
      <textarea
        data-hitl-part="field"
        data-kind="json"
        aria-label={messages.editAsJson}
        aria-invalid={'problem' in read || undefined}
        dir="ltr"
        spellCheck={false}
        rows={Math.min(16, text.split('\n').length)}
        readOnly={disabled}
        value={text}
        onChange={(event) => {
          const next = readObject(event.target.value, messages);
          onTextChange(event.target.value, 'value' in next ? next.value : undefined);
        }}
      />
      {'problem' in read && (
        <p data-hitl-part="field-problem">
          <VisibleText text={read.problem} mode="prose" />
        </p>
      )}
      {secrets.length > 0 && (
        <p data-hitl-part="field-hint">
          <VisibleText text={messages.secretsKept(secrets.join(', '))} mode="prose" />
        </p>
      )}
    </>
  );
}

/** Arguments whose names are in a set, and the others. */
function parted(args: Args, names: ReadonlySet<string>): [within: Args, others: Args] {
  const entries = Object.entries(args);
  return [
    Object.fromEntries(entries.filter(([name]) => names.has(name))),
    Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  ];
}

function readObject(text: string, messages: ArgsMessages): TypedValue<Args> {
  // What is no JSON is told as what was wanted of it.
  const read = readJson(text, { ...messages, invalidJson: messages.notAnObject });
  if ('problem' in read) return read;
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { value: value as Args }
    : { problem: messages.notAnObject };
}

/** Whether the form has a field at a path. */
function hasPlace(path: string, args: unknown): boolean {
  if (path === '') return false;
  const [name = '', ...rest] = path.split('.');
  if (typeof args !== 'object' || args === null || !Object.hasOwn(args, name)) return false;
  return rest.length === 0 || hasPlace(rest.join('.'), Reflect.get(args, name));
}

/** What was changed, argument by argument, against what was proposed; of secrets, only that. */
function Changes({
  before,
  after,
  secrets,
}: {
  before: Args;
  after: Args;
  secrets: ReadonlySet<string>;
}): ReactNode {
  const messages = useMessages(words);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  );
  const text = (args: Args, name: string): string =>
    Object.hasOwn(args, name) ? textOf(args[name]) : '';
  return (
    <section data-hitl-part="changes" aria-label={messages.changes}>
      {names.map((name) => (
        <div key={name} data-hitl-part="arg" data-kind="diff">
          <div data-hitl-part="arg-name">
            <VisibleText text={name} />
          </div>
          {secrets.has(name) ? (
            <div data-hitl-part="diff-secret">{messages.secretChanged}</div>
          ) : (
            <LineDiff before={text(before, name)} after={text(after, name)} />
          )}
        </div>
      ))}
    </section>
  );
}
