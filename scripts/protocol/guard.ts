import { NAMED } from '../../packages/protocol/src/openapi/components.ts';
import { EVENT_DATA, UNSTORED_EVENTS } from '../../packages/protocol/src/run/event.ts';
import { hasCheckedWords, isRead } from '../../packages/protocol/src/unread.ts';
import { nameOf } from './names.ts';
import { shapeOf, type Member, type Shape } from './shape.ts';

/** Location of a shape: its object or event, and the dotted path of members. */
interface Place {
  readonly owner: string;
  readonly path: string;
}

/** A call of a check: of `isList(value.options, isOption)`, `isList` with `isOption`. */
type Call = readonly [check: string, ...more: string[]];

const SIMPLE = {
  text: ['isText'],
  time: ['isTime'],
  count: ['isCount'],
  number: ['isAmount'],
  flag: ['isFlag'],
  object: ['isObject'],
} as const;

/** By name, in order of discovery: the condition for an object `value`. */
const checks = new Map<string, readonly string[]>();
/** By text: the name of a table of conditions for the kinds of an object. */
const tables = new Map<string, string>();

/** The check for a value of a shape; `undefined` if any value is valid. */
function callOf(shape: Shape, place: Place): Call | undefined {
  switch (shape.kind) {
    case 'anything':
      return undefined;
    case 'words':
      return hasCheckedWords(place.path)
        ? ['isWord', `[${shape.words.map((word) => JSON.stringify(word)).join(', ')}]`]
        : ['isText'];
    case 'list': {
      const [check, ...more] = callOf(shape.item, { ...place, path: `${place.path}.*` }) ?? [];
      if (check === undefined || more.length > 0) throw unknown(shape, place);
      return ['isList', check];
    }
    case 'nullable':
      return wrapped('isNullOr', callOf(shape.inner, place));
    case 'later':
      return callOf(shape.get(), place);
    case 'members':
    case 'union':
      return [checkOf(shape, place)];
    case 'both':
      throw unknown(shape, place);
    default:
      return SIMPLE[shape.kind];
  }
}

function unknown({ kind }: Shape, { owner, path }: Place): Error {
  return new Error(
    `the guard cannot check ${path} of ${owner}, a ${kind}: teach it, or leave it unread`,
  );
}

function wrapped(outer: string, inner: Call | undefined): Call | undefined {
  return inner && [outer, ...inner];
}

/** The conditions for the members of an object. */
function conditions(members: readonly Member[], { owner, path }: Place): string[] {
  return members.flatMap(({ name, shape, isOptional }) => {
    const at = path === '' ? name : `${path}.${name}`;
    const plain = isRead(owner, at) ? callOf(shape, { owner, path: at }) : undefined;
    const call = isOptional ? wrapped('isMaybe', plain) : plain;
    if (call === undefined) return [];
    const [check, ...more] = call;
    return [`${check}(${[`value.${name}`, ...more].join(', ')})`];
  });
}

/** The name of the check of an object. */
function checkOf(shape: Extract<Shape, { kind: 'members' | 'union' }>, outer: Place): string {
  const owner = nameOf(shape.schema);
  const place = owner === undefined ? outer : { owner, path: '' };
  const name = `is${owner ?? pascal(`${place.owner}.${place.path}`)}`;
  if (checks.has(name)) return name;
  // Registered first, because parts contain parts.
  checks.set(name, []);
  const found =
    shape.kind === 'members' ? conditions(shape.members, place) : unionOf(shape.options, place);
  const text = found.join('\n');
  const same = [...checks].find(([other, its]) => other !== name && its.join('\n') === text)?.[0];
  checks.set(name, found);
  if (found.length > 0 && same === undefined) return name;
  checks.delete(name);
  return same ?? 'isObject';
}

/** The members that all options have, then those of each `type`. */
function unionOf(options: readonly Shape[], place: Place): string[] {
  const all = options.map((option) => {
    if (option.kind !== 'members') throw unknown(option, place);
    const type = option.members.find(({ name }) => name === 'type')?.shape;
    const word = type?.kind === 'words' ? String(type.words[0]) : '';
    const own = option.members.filter(({ name }) => name !== 'type');
    return { word, found: conditions(own, place) };
  });
  const common = all[0]?.found.filter((one) => all.every(({ found }) => found.includes(one))) ?? [];
  const rows = all.map(({ word, found }) =>
    row(
      word,
      found.filter((one) => !common.includes(one)),
    ),
  );
  const text = rows.join('\n');
  const name = tables.get(text) ?? `kindsOf${place.owner}`;
  tables.set(text, name);
  return [...common, `isKind(value.type, ${name}, value)`];
}

const row = (name: string, found: readonly string[]): string =>
  found.length === 0 ? `${name}: () => true,` : `${name}: (value) => ${found.join(' && ')},`;

/** A check that starts with all conditions of another check calls that one. */
function shortened(name: string, found: readonly string[]): readonly string[] {
  const part = [...checks].find(
    ([other, its]) => other !== name && its.length > 2 && its.every((one) => found.includes(one)),
  );
  if (part === undefined) return found;
  const [other, its] = part;
  return [`${other}(value)`, ...found.filter((one) => !its.includes(one))];
}

function pascal(path: string): string {
  return path.replaceAll(/(?:^|[._*]+)(\w?)/g, (_, letter: string) => letter.toUpperCase());
}

function membersOf(name: string): readonly Member[] {
  const schema = NAMED[name];
  const shape = schema && shapeOf(schema);
  if (shape?.kind !== 'members') throw new Error(`there is no object ${name}`);
  return shape.members;
}

const dataOf = (type: string, shape: Shape | undefined, owner = type): string =>
  row(type, shape?.kind === 'members' ? conditions(shape.members, { owner, path: '' }) : []);

/** The text of the module with the guard's checks: one expression for each object. */
export function guardChecks(): string {
  const frame = conditions(membersOf('UnknownEvent'), { owner: 'UnknownEvent', path: '' });
  const stored = Object.entries(EVENT_DATA).map(([type, data]) => dataOf(type, shapeOf(data)));
  const unstored = Object.entries(UNSTORED_EVENTS).map(([type, schema]) => {
    const owner = nameOf(schema) ?? type;
    return dataOf(type, membersOf(owner).find(({ name }) => name === 'data')?.shape, owner);
  });
  conditions(membersOf('InboxSnapshot'), { owner: 'InboxSnapshot', path: '' });
  const arrow = (found: readonly string[]): string =>
    `Check = (value) => ${['isObject(value)', ...found].join(' && ')};`;
  const body = [
    ...[...checks].map(([name, found]) => `const ${name}: ${arrow(shortened(name, found))}`),
    ...[...tables].map(([text, name]) => `const ${name}: Checks = {${text}};`),
    `/** Checks the envelope of an event. */\nexport const isFrame: ${arrow(frame)}`,
    `/** Checks the first event of the inbox stream. */\nexport const isInboxSnapshot: ${arrow(
      conditions(membersOf('InboxSnapshot'), { owner: 'InboxSnapshot', path: '' }),
    )}`,
    `/** Checks of the \`data\` of each stored event. */\nexport const STORED: Checks = {${stored.join('\n')}};`,
    `/** Checks of the \`data\` of each event that is not stored. */\nexport const UNSTORED: Checks = {${unstored.join('\n')}};`,
  ].join('\n\n');
  const used = KIT.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `import { ${used.join(', ')}, type Check, type Checks } from '../guard-kit.ts';\n\n${body}\n`;
}

const KIT = [
  'isAmount',
  'isCount',
  'isFlag',
  'isKind',
  'isList',
  'isMaybe',
  'isNullOr',
  'isObject',
  'isText',
  'isTime',
  'isWord',
];
