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

/** One value in the arguments, and what changing it makes of all of them. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly proposed: unknown;
  readonly change: (next: unknown) => ToolArgs;
  readonly remove: (() => ToolArgs) | undefined;
  /** Whose typed texts removing it takes along, where that is more than its own. */
  readonly settles?: string;
}

type Reader = (text: string, schema: Schema, words: ArgsFormWords) => TypedValue;

const asItIs: Reader = (text) => ({ value: text });
const asJson: Reader = (text, _schema, words) => readJson(text, words);

/** What a text means as a value; of other kinds it is JSON. */
const READERS: Partial<Record<FieldKind | 'secret', Reader>> = {
  line: asItIs,
  text: asItIs,
  secret: asItIs,
  number: readNumber,
};

/** A value as shown in a text box; as JSON a text is quoted, to distinguish "5" from 5. */
function writtenOut(kind: ArgField['kind'], value: unknown): string {
  if (kind === 'secret') return '';
  return kind === 'json' ? (JSON.stringify(value, null, 2) ?? '') : textOf(value ?? '');
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The arguments of a call while they are edited. Controlled: pass back what `onValueChange` says. */
export interface ArgsFormOptions {
  value: ToolArgs;
  /** What the agent proposed: what a reset goes back to. */
  proposed: ToolArgs;
  /** JSON Schema of the arguments; where it is silent, the values' own types are kept. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** The error of the last answer: its `errors` under `modified_args` are shown at their fields. */
  error?: unknown;
  /** `valid` is `false` while something is typed that is no value, or that the schema rules out. */
  onValueChange: (value: ToolArgs, details: { valid: boolean }) => void;
}

/** What is kept beside the arguments while they are edited: what was typed and is no value yet. */
export interface ArgsFormState {
  /** By the path of its field. At first: an empty map. */
  typed: ReadonlyMap<string, TypedText>;
  onTypedChange: (typed: ReadonlyMap<string, TypedText>) => void;
}

/** One argument, or a part of one, and what its control needs. */
export interface ArgField {
  /** The name of a member; of an item its number, from 1. */
  readonly name: string;
  /** Where it lies in the arguments, dotted: `options.0.name`. */
  readonly path: string;
  /** The title that the schema gives, else the name. Untrusted, as all that the agent wrote. */
  readonly label: string;
  readonly description: string | undefined;
  /** Which control edits it. `secret`: mask it; what is typed replaces it. */
  readonly kind: FieldKind | 'secret';
  readonly value: unknown;
  readonly changed: boolean;
  /** What is wrong with it, in the person's language. */
  readonly problem: string | undefined;
  /** The text in its text box, even while it is not a valid number or JSON. */
  readonly text: string;
  /** Takes what was typed into its text box: 5 stays a number. */
  readonly type: (text: string) => void;
  /** Takes a value: of a switch, one of `options`, `null`. */
  readonly set: (value: unknown) => void;
  /** What an `enum` can be; empty for any other kind. */
  readonly options: readonly unknown[];
  /** Whether a `number` has to be a whole one. */
  readonly integer: boolean;
  /** Makes it `null`; `undefined` where that is no value of it, or its value now. */
  readonly clear: (() => void) | undefined;
  /** Gives it a value in place of `null`; `undefined` while it has one. */
  readonly fill: (() => void) | undefined;
  /** Resets it to the proposed value; `undefined` if it is unchanged, or was not proposed. */
  readonly reset: (() => void) | undefined;
  /** Takes it out; `undefined` where it has to be there. */
  readonly remove: (() => void) | undefined;
  /** Appends an item to an array; `undefined` for any other kind. */
  readonly addItem: (() => void) | undefined;
  /** The members of an object, the items of an array. */
  readonly fields: readonly ArgField[];
  /** The members that the schema names and the object does not have. */
  readonly absent: readonly AbsentArg[];
  /** Adds a member of any name that is not taken; `undefined` where the schema lets none in. */
  readonly addMember: ((name: string) => void) | undefined;
}

/** A member that can be added. */
export interface AbsentArg {
  readonly name: string;
  readonly add: () => void;
}

/** The arguments as fields, and the way back. */
export interface ArgsForm extends Pick<ArgField, 'fields' | 'absent' | 'addMember'> {
  readonly changed: boolean;
  readonly valid: boolean;
  /** All that is wrong, by the path in the arguments, and what of it no field shows. */
  readonly issues: readonly Issue[];
  readonly unplaced: readonly Issue[];
  /** The names of arguments that hold a secret. */
  readonly secrets: ReadonlySet<string>;
  /** All of them, secrets apart, in one text box. */
  readonly json: ArgsAsJson;
  /** Goes back to what was proposed, all of it. */
  readonly reset: () => void;
  /** Forgets what was typed and is no value: the arguments stay as they are. */
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
 * The arguments of a call as the fields of a form, whatever its elements are: their types are kept,
 * what was changed is known, and each can go back. Call it at each rendering with what
 * `onValueChange` and `onTypedChange` said last.
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

  /** Puts arguments in place; what was typed at or below a path that is set anew is forgotten. */
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
    const stands =
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
      text: stands ? mine.text : writtenOut(kind, own),
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
        // The items behind it move up, away from what was typed into them.
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
