import type { ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { Issue } from '@hitl/protocol/endpoints';
import { argIssues } from './arg-issues.ts';
import { argsAsJson, type ArgsAsJson } from './args-as-json.ts';
import { validationIssuesOf } from './validation-issues.ts';
import { textOf } from './long.ts';
import {
  hidesSecret,
  initialOf,
  isInteger,
  isNullable,
  isOpenEnded,
  isSecret,
  kindOf,
  membersOf,
  optionsOf,
  plainOf,
  schemaOf,
  without,
  type FieldKind,
  type Schema,
} from './schema.ts';
import { readJson, readNumber, type TypedText, type TypedValue } from './typed-values.ts';
import { argsFormWords, type ArgsFormWords } from './words.ts';

/** One value in the arguments, and how a change of it changes all of them. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly proposed: unknown;
  readonly change: (next: unknown) => ToolArgs;
  readonly remove: (() => ToolArgs) | undefined;
  /** Removing the value also discards the typed text below this path. Default: its own path. */
  readonly settles?: string;
}

type Reader = (text: string, schema: Schema, words: ArgsFormWords) => TypedValue;

const asItIs: Reader = (text) => ({ value: text });
const asJson: Reader = (text, _schema, words) => readJson(text, words);

/** Parsers of typed text; kinds without an entry are JSON. */
const READERS: Partial<Record<FieldKind | 'secret', Reader>> = {
  line: asItIs,
  text: asItIs,
  secret: asItIs,
  number: readNumber,
};

/** A value as shown in a text box. In a JSON field strings are quoted, to distinguish "5" from 5. */
function writtenOut(kind: ArgField['kind'], value: unknown): string {
  if (kind === 'secret') return '';
  return kind === 'json' ? (JSON.stringify(value, null, 2) ?? '') : textOf(value ?? '');
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Arguments being edited. Controlled: pass the value of `onValueChange` back as `value`. */
export interface ArgsFormOptions {
  value: ToolArgs;
  /** As proposed by the agent; a reset restores these. */
  proposed: ToolArgs;
  /** JSON Schema of the arguments; values that it does not describe keep their type. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Error of the last answer; its `errors` under `modified_args` are shown at their fields. */
  error?: unknown;
  /** `valid` is `false` while a field contains invalid text or the schema forbids the value. */
  onValueChange: (value: ToolArgs, details: { valid: boolean }) => void;
}

/** State besides the arguments: typed text that is not a valid value yet. */
export interface ArgsFormState {
  /** By the path of the field. Initially an empty map. */
  typed: ReadonlyMap<string, TypedText>;
  onTypedChange: (typed: ReadonlyMap<string, TypedText>) => void;
}

/** One argument or a part of one, with everything its control needs. */
export interface ArgField {
  /** The name of a member, or the number of an item, from 1. */
  readonly name: string;
  /** Path in the arguments, dotted: `options.0.name`. */
  readonly path: string;
  /** The title in the schema, else the name. Untrusted, like everything the agent wrote. */
  readonly label: string;
  readonly description: string | undefined;
  /** The control that edits it. `secret`: mask it; typed text replaces it. */
  readonly kind: FieldKind | 'secret';
  readonly value: unknown;
  readonly changed: boolean;
  /** What is wrong with it, in the person's language. */
  readonly problem: string | undefined;
  /** The text in its text box, even while it is not a valid number or JSON. */
  readonly text: string;
  /** Applies text typed into its text box; a number stays a number. */
  readonly type: (text: string) => void;
  /** Sets a value, such as the state of a switch, one of `options` or `null`. */
  readonly set: (value: unknown) => void;
  /** The values of an `enum`; empty for other kinds. */
  readonly options: readonly unknown[];
  /** Whether a `number` must be an integer. */
  readonly integer: boolean;
  /** Sets it to `null`; `undefined` if `null` is not allowed or already its value. */
  readonly clear: (() => void) | undefined;
  /** Replaces `null` with a value; `undefined` unless the value is `null`. */
  readonly fill: (() => void) | undefined;
  /** Resets it to the proposed value; `undefined` if it is unchanged, or was not proposed. */
  readonly reset: (() => void) | undefined;
  /** Removes it; `undefined` if it is required. */
  readonly remove: (() => void) | undefined;
  /** Appends an item to an array; `undefined` for other kinds. */
  readonly addItem: (() => void) | undefined;
  /** The members of an object, the items of an array. */
  readonly fields: readonly ArgField[];
  /** Members in the schema that the object does not have. */
  readonly absent: readonly AbsentArg[];
  /** Adds a member with a new name; `undefined` if the schema does not allow additional members. */
  readonly addMember: ((name: string) => void) | undefined;
}

/** A member that can be added. */
export interface AbsentArg {
  readonly name: string;
  readonly add: () => void;
}

/** The arguments as fields, with functions to change them. */
export interface ArgsForm extends Pick<ArgField, 'fields' | 'absent' | 'addMember'> {
  readonly changed: boolean;
  readonly valid: boolean;
  /** Issues by path in the arguments; `unplaced` are those that no field shows. */
  readonly issues: readonly Issue[];
  readonly unplaced: readonly Issue[];
  /** Names of the arguments that contain a secret. */
  readonly secrets: ReadonlySet<string>;
  /** All arguments without secrets, for one text box. */
  readonly json: ArgsAsJson;
  /** Restores the proposed arguments. */
  readonly reset: () => void;
  /** Discards typed text that is not a valid value; the arguments stay as they are. */
  readonly forget: () => void;
}

/** Whether the form has a field at a path. */
function hasField(path: string, value: unknown): boolean {
  if (path === '') return false;
  const [name = '', ...rest] = path.split('.');
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return rest.length === 0 || hasField(rest.join('.'), Reflect.get(value, name));
}

/**
 * The arguments of a call as fields of a form, for any UI. Values keep their types, and each field
 * knows whether it was changed and can be reset. Call it in each render with the latest values of
 * `onValueChange` and `onTypedChange`.
 */
export function argsForm(
  options: ArgsFormOptions & ArgsFormState,
  words: ArgsFormWords = argsFormWords,
): ArgsForm {
  const { value, proposed, schema, error, onValueChange, typed, onTypedChange } = options;
  const root = schemaOf(schema);
  const issues = argIssues(root, value, error, words);

  const isValid = (all: ReadonlyMap<string, TypedText>, next: ToolArgs): boolean =>
    [...all.values()].every(({ broken }) => !broken) &&
    validationIssuesOf(root, next, root).length === 0;

  /** Sets the arguments and discards typed text at or below `path`. */
  const put = (next: ToolArgs, path: string, own?: TypedText): void => {
    const apart = ([each]: [string, TypedText]): boolean =>
      path !== '' && each !== '' && each !== path && !each.startsWith(`${path}.`);
    const all = new Map([...typed].filter(apart));
    if (own !== undefined) all.set(path, own);
    onTypedChange(all);
    onValueChange(next, { valid: isValid(all, next) });
  };

  const fieldOf = (place: Place): ArgField => {
    const { name, path, value: own, proposed: before, change, remove } = place;
    const plain = plainOf(place.schema, root);
    const kind = isSecret(plain) ? 'secret' : kindOf(plain, own, name);
    const read = READERS[kind] ?? asJson;
    const mine = typed.get(path);
    const meant = mine && read(mine.text, plain, words);
    const isCurrent =
      mine !== undefined &&
      (mine.broken || (meant !== undefined && 'value' in meant && sameJson(meant.value, own)));
    const changed = !sameJson(own, before);
    const set = (next: unknown): void => put(change(next), path);
    const { title, description } = plain;
    return {
      name,
      path,
      label: typeof title === 'string' ? title : name,
      description: typeof description === 'string' ? description : undefined,
      kind,
      value: own,
      changed,
      problem:
        mine?.broken && meant !== undefined && 'problem' in meant
          ? meant.problem
          : issues.find((issue) => issue.path === path)?.message,
      text: isCurrent ? mine.text : writtenOut(kind, own),
      type(text) {
        const next = read(text, plain, words);
        const broken = 'problem' in next;
        put(broken ? value : change(next.value), path, { text, broken });
      },
      set,
      options: kind === 'enum' ? (optionsOf(plain) ?? []) : [],
      integer: isInteger(plain),
      clear:
        isNullable(plain) && own !== null && kind !== 'enum' && kind !== 'secret'
          ? () => set(null)
          : undefined,
      fill: kind === 'null' ? () => set(before ?? initialOf(plain, root)) : undefined,
      reset: changed && before !== undefined ? () => set(before) : undefined,
      remove: remove && (() => put(remove(), place.settles ?? path)),
      addItem:
        kind === 'array'
          ? () => set([...itemsOf(own), initialOf(schemaOf(plain['items']), root)])
          : undefined,
      ...(kind === 'object'
        ? members(plain, schemaOf(own), schemaOf(before), path, change)
        : {
            fields: kind === 'array' ? items(plain, place) : [],
            absent: [],
            addMember: undefined,
          }),
    };
  };

  const items = (
    plain: Schema,
    { path, value: own, proposed: before, change }: Place,
  ): ArgField[] =>
    itemsOf(own).map((item, index, all) =>
      fieldOf({
        name: String(index + 1),
        path: `${path}.${index}`,
        schema: schemaOf(plain['items']),
        value: item,
        proposed: itemsOf(before)[index],
        change: (next) => change(all.with(index, next)),
        remove: () => change(all.toSpliced(index, 1)),
        // The following items move up, so text typed into them no longer belongs to them.
        settles: path,
      }),
    );

  const members = (
    plain: Schema,
    own: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>>,
    path: string,
    change: (next: unknown) => ToolArgs,
  ): Pick<ArgField, 'fields' | 'absent' | 'addMember'> => {
    const all = membersOf(plain, own);
    const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const proposedOf = (name: string): unknown =>
      Object.hasOwn(before, name) ? before[name] : undefined;
    const add = (name: string, inner: Schema): void => {
      const first = Object.hasOwn(before, name) ? before[name] : initialOf(inner, root);
      put(change({ ...own, [name]: first }), pathOf(name));
    };
    return {
      fields: all
        .filter(({ present }) => present)
        .map(({ name, schema: inner, required }) =>
          fieldOf({
            name,
            path: pathOf(name),
            schema: inner,
            value: own[name],
            proposed: proposedOf(name),
            change: (next) => change({ ...own, [name]: next }),
            remove: required ? undefined : () => change(without(own, name)),
          }),
        ),
      absent: all
        .filter(({ present }) => !present)
        .map(({ name, schema: inner }) => ({ name, add: () => add(name, inner) })),
      addMember: isOpenEnded(plain)
        ? (name) => {
            if (!Object.hasOwn(own, name)) add(name, schemaOf(plain['additionalProperties']));
          }
        : undefined,
    };
  };

  const plainRoot = plainOf(root, root);
  const secrets = new Set(
    membersOf(plainRoot, { ...proposed, ...value })
      .filter((member) => hidesSecret(member.schema, root))
      .map(({ name }) => name),
  );
  return {
    ...members(plainRoot, value, proposed, '', (next) => next as ToolArgs),
    changed: !sameJson(value, proposed),
    valid: isValid(typed, value),
    issues,
    unplaced: issues.filter(({ path }) => !hasField(path, value)),
    secrets,
    json: argsAsJson(value, secrets, typed.get(''), words, (next, own) => put(next, '', own)),
    reset: () => put(proposed, ''),
    forget: () => put(value, ''),
  };
}
