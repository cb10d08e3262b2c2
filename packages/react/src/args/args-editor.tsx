'use client';
import { sameJson } from '@hitl/protocol/fold';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { issuesOf } from '../internal/issues.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { args as words } from '../messages/en/args.ts';
import { useMessages } from '../messages/use-messages.ts';
import { ArgFields } from './arg-field.tsx';
import { EditorContext } from './editor-context.ts';
import { LineDiff } from './line-diff.tsx';
import { textOf } from './long.ts';
import { schemaOf } from './schema.ts';

/** A JSON object of arguments. */
export type Args = Record<string, unknown>;

export interface ArgsEditorProps extends Omit<PartProps<'div'>, 'value'> {
  value: Args;
  /** What the agent proposed: what is marked as changed, and what a reset goes back to. */
  proposed: Args;
  /** JSON Schema of the arguments; where it is silent, the values' own types are kept. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  disabled?: boolean | undefined;
  /** The error of the last answer: its `errors` under `modified_args` are shown at their fields. */
  error?: unknown;
  /** `valid` is `false` while something is typed that is no value; `value` is then the last one. */
  onValueChange: (value: Args, details: { valid: boolean }) => void;
}

const PREFIX = 'modified_args.';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * A form of a call's arguments that keeps their types: 5 stays a number. Each change is marked, can
 * be reset, and is shown as a diff; what a form cannot say can be edited as JSON.
 */
export function ArgsEditor({
  value,
  proposed,
  schema,
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
  const changed = !sameJson(value, proposed);

  const change = (next: Args): void => onValueChange(next, { valid: brokenNow.current.size === 0 });
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
    change(next);
  };
  const reset = (): void => begin(proposed, json === null ? null : textOf(proposed));
  const switchMode = (): void => begin(value, json === null ? textOf(value) : null);

  return renderPart('div', 'args-editor', {
    ...props,
    children: (
      <EditorContext
        value={{
          disabled,
          issues: issuesOf(error)
            .filter(({ path }) => path.startsWith(PREFIX))
            .map(({ path, message }) => ({ path: path.slice(PREFIX.length), message })),
          broken,
          setBroken,
        }}
      >
        {json === null ? (
          <ArgFields
            path=""
            schema={schemaOf(schema)}
            value={value}
            proposed={proposed}
            onChange={change}
          />
        ) : (
          <JsonEditor
            text={json}
            disabled={disabled}
            onTextChange={(text, parsed) => {
              setJson(text);
              onValueChange(parsed ?? value, { valid: parsed !== undefined });
            }}
          />
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
        {changed && <Changes before={proposed} after={value} />}
      </EditorContext>
    ),
  });
}

function JsonEditor({
  text,
  disabled,
  onTextChange,
}: {
  text: string;
  disabled: boolean;
  onTextChange: (text: string, parsed: Args | undefined) => void;
}): ReactElement {
  const messages = useMessages(words);
  const parsed = parseObject(text);
  return (
    <>
      <textarea
        data-hitl-part="field"
        data-kind="json"
        aria-label={messages.editAsJson}
        aria-invalid={parsed === undefined || undefined}
        dir="ltr"
        spellCheck={false}
        rows={Math.min(16, text.split('\n').length)}
        readOnly={disabled}
        value={text}
        onChange={(event) => onTextChange(event.target.value, parseObject(event.target.value))}
      />
      {parsed === undefined && <p data-hitl-part="field-problem">{messages.notAnObject}</p>}
    </>
  );
}

function parseObject(text: string): Args | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Args)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What was changed, argument by argument, against what was proposed. */
function Changes({ before, after }: { before: Args; after: Args }): ReactNode {
  const messages = useMessages(words);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name] ?? null, after[name] ?? null),
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
          <LineDiff before={text(before, name)} after={text(after, name)} />
        </div>
      ))}
    </section>
  );
}
