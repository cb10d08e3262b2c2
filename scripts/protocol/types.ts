import type * as z from 'zod';
import { NAMED } from '../../packages/protocol/src/openapi/components.ts';
import { OPERATIONS } from '../../packages/protocol/src/openapi/operations.ts';
import { TYPES } from '../../packages/protocol/src/openapi/schemas.ts';
import { EVENT_DATA } from '../../packages/protocol/src/run/event.ts';
import { nameOf } from './names.ts';
import { descriptionOf, isOpen, shapeOf, type Member, type Shape } from './shape.ts';

/** Types written by hand next to a value with the same content, and their files. */
const BY_HAND: Readonly<Record<string, string>> = {
  InteractionType: '../interaction/interaction-type.ts',
  ProblemCode: '../problem-codes.ts',
};

const {
  RecordedResponse,
  InteractionResponse: _,
  RunEvent: __,
  EventOf,
  ...others
} = {
  ...TYPES,
  ...NAMED,
};
/** One type for recorded responses and for those sent without their time. */
const schemas = new Map(
  Object.entries({ ...others, InteractionResponse: RecordedResponse }).filter(
    (entry): entry is [string, z.ZodType] => entry[1] !== undefined && !(entry[0] in BY_HAND),
  ),
);

/** The text of the module with all types of the HTTP API. */
export function wireTypes(): string {
  const imports = Object.entries(BY_HAND).map(
    ([name, path]) => `import type { ${name} } from '${path}';`,
  );
  const types = [...schemas].map(([name, schema]) => declaration(name, schema));
  return [imports.join('\n'), ...types, eventData(), eventOf()].join('\n\n');
}

function declaration(name: string, schema: z.ZodType): string {
  const shape = shapeOf(schema);
  const head = `${comment(descriptionOf(schema))}export`;
  switch (shape.kind) {
    case 'members': {
      const { bases, own } = split(shape.members, name);
      return `${head} interface ${name}${heritage(bases)} {\n${membersOf(own, name)}${
        isOpen(schema) ? '[member: string]: unknown;\n' : ''
      }}`;
    }
    case 'both': {
      const [base, more] = shape.sides;
      return `${head} interface ${name}${heritage([typeOf(base, name)])} ${typeOf(more, name)}`;
    }
    default:
      return `${head} type ${name} = ${textOf(shape, name)};`;
  }
}

function heritage(bases: readonly string[]): string {
  return bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
}

function eventData(): string {
  const rows = Object.entries(EVENT_DATA).map(
    ([type, schema]) =>
      `${comment(descriptionOf(schema))}${type}: ${textOf(shapeOf(schema), type)};`,
  );
  const doc = comment('Data of each event. Additional members are preserved.');
  return `${doc}export interface EventData {\n${rows.join('\n')}\n}`;
}

/** The only generic type: the `type` of an event determines its `data`. */
function eventOf(): string {
  const shape = EventOf && shapeOf(EventOf);
  if (shape?.kind !== 'members') throw new Error('an event is an object');
  const members = membersOf(shape.members, 'EventOf')
    .replace(/^type: .*;$/m, 'type: T;')
    .replace(/^data: .*;$/m, 'data: EventData[T];');
  const doc = comment('One stored event of one type.');
  return `${doc}export interface EventOf<T extends keyof EventData> {\n${members}}`;
}

/** Named objects that others may extend, the largest first. */
const groups = [...schemas]
  .flatMap(([name, schema]) => {
    const shape = shapeOf(schema);
    return shape.kind === 'members' ? [{ name, members: shape.members }] : [];
  })
  .filter(({ members }) => members.length > 1)
  .toSorted((left, right) => right.members.length - left.members.length);

const isSame = (left: Member, right: Member): boolean =>
  left.name === right.name && left.schema === right.schema;

/** The named objects that an object extends, and its own members. */
function split(
  members: readonly Member[],
  name: string,
): { readonly bases: readonly string[]; readonly own: readonly Member[] } {
  const bases: string[] = [];
  let own = members;
  for (const group of groups) {
    const isWhole = group.members.every((one) => own.some((other) => isSame(one, other)));
    if (group.name === name || !isWhole) continue;
    bases.push(group.name);
    own = own.filter((one) => !group.members.some((other) => isSame(one, other)));
  }
  const order = [...schemas.keys()];
  return {
    bases: bases.toSorted((left, right) => order.indexOf(left) - order.indexOf(right)),
    own,
  };
}

/** `owner` is the type or event with these members. */
function membersOf(members: readonly Member[], owner: string): string {
  return members
    .map(({ name, schema, shape, isOptional }) => {
      // Not repeated if the type of the member already says it.
      const isNamed = schemas.get(nameOf(schema) ?? '') === schema;
      const doc = isNamed ? '' : comment(descriptionOf(schema));
      const type = typeOf(shape, owner);
      const isMore = isOptional && callersOnly.has(owner) && type !== 'unknown';
      return `${doc}${name}${isOptional ? '?' : ''}: ${type}${isMore ? ' | undefined' : ''};\n`;
    })
    .join('');
}

function typeOf(shape: Shape, owner: string): string {
  const name = nameOf(shape.schema);
  if (name === 'RecordedResponse') return 'InteractionResponse';
  return name ?? textOf(shape, owner);
}

function textOf(shape: Shape, owner: string): string {
  switch (shape.kind) {
    case 'text':
    case 'time':
      return 'string';
    case 'count':
    case 'number':
      return 'number';
    case 'flag':
      return 'boolean';
    case 'object':
      return 'Record<string, unknown>';
    case 'anything':
      return 'unknown';
    case 'words':
      return shape.words.map((word) => (word === true ? 'true' : `'${word}'`)).join(' | ');
    case 'list': {
      const item = typeOf(shape.item, owner);
      return `${shape.isReadonly === true ? 'readonly ' : ''}${/ [|&] /.test(item) ? `(${item})` : item}[]`;
    }
    case 'nullable':
      return `${typeOf(shape.inner, owner)} | null`;
    case 'later':
      return typeOf(shape.get(), owner);
    case 'both':
      return shape.sides.map((side) => typeOf(side, owner)).join(' & ');
    case 'union':
      // An open enumeration is a string with editor completion.
      return shape.options
        .map((option) => (option.kind === 'text' ? '(string & {})' : typeOf(option, owner)))
        .join(' | ');
    case 'members': {
      const { bases, own } = split(shape.members, owner);
      const rest = own.length === 0 ? [] : [`{\n${membersOf(own, owner)}}`];
      return [...bases, ...rest].join(' & ');
    }
  }
}

/** Objects that only callers write: their members may be present as `undefined`. */
const callersOnly = bodiesOnly();

function bodiesOnly(): ReadonlySet<string> {
  const bodies = new Set(Object.values(OPERATIONS).flatMap(({ body = [] }) => body));
  const sent = [...schemas]
    .filter(([name]) => !bodies.has(name))
    .flatMap(([, schema]) => namesIn(shapeOf(schema)));
  const told = Object.values(EVENT_DATA).flatMap((schema) => namesIn(shapeOf(schema)));
  const known = new Set([...sent, ...told]);
  return new Set([...bodies].filter((name) => !known.has(name)));
}

/** The names of the types that a shape refers to. */
function namesIn(shape: Shape): readonly string[] {
  const name = typeof nameOf(shape.schema) === 'string' ? [typeOf(shape, '')] : [];
  switch (shape.kind) {
    case 'list':
      return [...name, ...namesIn(shape.item)];
    case 'nullable':
      return [...name, ...namesIn(shape.inner)];
    case 'union':
      return [...name, ...shape.options.flatMap((option) => namesIn(option))];
    case 'members':
      return [...name, ...shape.members.flatMap((member) => namesIn(member.shape))];
    default:
      return name;
  }
}

const WIDTH = 90;

/** A TSDoc comment, in lines that are not too long. */
function comment(text: string): string {
  if (text === '') return '';
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}
