'use client';
import type { ArgsForm } from '@hitl/client/view';
import { useState, type ReactElement } from 'react';
import { useArgsForm } from '../hooks/use-args-form.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { FieldText } from '../internal/field-text.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useArgsWords } from '../messages/args-words.ts';
import { ArgFields } from './arg-field.tsx';
import { ChangedArgs } from './changed-args.tsx';
import { Link } from './link.tsx';

/** A JSON object of arguments. */
export type Args = Record<string, unknown>;

/**
 * The arguments of a call while they are edited. Controlled: pass the value of `onValueChange` back
 * as `value`.
 */
export interface ArgsEditorProps extends Omit<PartProps<'div'>, 'value'> {
  /** The arguments as edited so far. */
  value: Args;
  /** The arguments as proposed: the base for change marks and resets. */
  proposed: Args;
  /** JSON Schema of the arguments; where it specifies no type, the types of the values are kept. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Whether nothing can be edited. Default: false. */
  disabled?: boolean | undefined;
  /** The error of the last answer: its `errors` under `modified_args` are shown at their fields. */
  error?: unknown;
  /**
   * `valid` is `false` while the input is not a value (`value` is then the last valid one) or
   * violates the schema.
   */
  onValueChange: (value: Args, details: { valid: boolean }) => void;
}

/**
 * A form of a call's arguments that keeps their types: 5 stays a number. Each change is marked, can
 * be reset, and is shown as a diff; values that a form cannot edit are edited as JSON. Secrets in
 * the schema (`format: password`, `writeOnly`, `x-sensitive`) are masked and can be replaced.
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
  const messages = useArgsWords();
  const form = useArgsForm({ value, proposed, schema, error, onValueChange });
  const [asJson, setAsJson] = useState(false);
  // A typed secret exists only in its field, so a reset remounts the fields.
  const [resets, setResets] = useState(0);
  const problems = asJson ? form.issues : form.unplaced;
  return renderPart('div', 'args-editor', {
    ...props,
    children: (
      <>
        {asJson ? (
          <JsonEditor form={form} disabled={disabled} />
        ) : (
          <ArgFields key={resets} of={form} disabled={disabled} />
        )}
        {problems.length > 0 && (
          <ul data-hitl-part="field-problems">
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`} data-hitl-part="field-problem">
                {path !== '' && (
                  <>
                    <Code text={path} />{' '}
                  </>
                )}
                <VisibleText text={message} mode="prose" />
              </li>
            ))}
          </ul>
        )}
        <div data-hitl-part="args-editor-foot">
          <Link
            disabled={disabled}
            onClick={() => {
              form.forget();
              setAsJson(!asJson);
            }}
          >
            {asJson ? messages.editAsForm : messages.editAsJson}
          </Link>
          {form.changed && (
            <Link
              disabled={disabled}
              onClick={() => {
                form.reset();
                setResets(resets + 1);
              }}
            >
              {messages.resetAll}
            </Link>
          )}
        </div>
        {form.changed && (
          <section data-hitl-part="changes" aria-label={messages.changes}>
            <ChangedArgs
              before={proposed}
              after={value}
              isSecret={(name) => form.secrets.has(name)}
            />
          </section>
        )}
      </>
    ),
  });
}

function JsonEditor({ form, disabled }: { form: ArgsForm; disabled: boolean }): ReactElement {
  const messages = useArgsWords();
  const { text, problem, type } = form.json;
  const { secrets } = form;
  return (
    <>
      <textarea
        data-hitl-part="field"
        data-kind="json"
        aria-label={messages.editAsJson}
        aria-invalid={problem !== undefined || undefined}
        dir="ltr"
        spellCheck={false}
        rows={Math.min(16, text.split('\n').length)}
        readOnly={disabled}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <FieldText part="field-problem" text={problem} />
      <FieldText
        part="field-hint"
        text={secrets.size > 0 && messages.secretsKept([...secrets].join(', '))}
      />
    </>
  );
}
