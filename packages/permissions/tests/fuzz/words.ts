import type { Random } from './random.ts';

/** What a line is made with. */
export interface Maker {
  readonly random: Random;
  /** Names of the programs and builtins to call. */
  readonly programs: readonly string[];
  /** How deep a line may nest from here. */
  readonly depth: number;
  /** A command line, for the inside of a substitution. */
  line(deeper: Maker): string;
}

/** The same, one level further in. */
export function deeper(maker: Maker): Maker {
  return { ...maker, depth: maker.depth - 1 };
}

const PLAIN = [
  ...'a b x a.txt b.txt src out/f dir/x.ts 1 0 42 -l -la -n -x --all -v -eq = y f status run test'.split(
    ' ',
  ),
  ...'test:unit -- - . .. ./a.txt k=v x=1 --x=y a[0] pwn origin # ! { } [[ in do then'.split(' '),
];

const TEXT = [
  'a',
  'b c',
  'x',
  'pwn',
  'a[$(pwn)]',
  '$(pwn)',
  '`pwn`',
  'é',
  '',
  '~',
  '*',
  '-n',
  ';pwn',
  '\n',
  'a;b',
];

const NAMES = [
  'x',
  'y',
  'HOME',
  'PWD',
  'a',
  'IFS',
  '1',
  '@',
  '*',
  '#',
  '?',
  '_',
  'PATH',
  'BASH_VERSION',
];

const OPERATORS = [
  ...':- - := = :? ? :+ + # ## % %% / // /# /% ^ ^^ , ,,'.split(' '),
  ...'@P @Q @E @A @a @K @U :'.split(' '),
];

/** Blanks between words, now and then of a kind that only looks like one. */
export function blank({ random }: Maker): string {
  if (random.chance(0.93)) return ' ';
  return random.pick([
    '  ',
    '\t',
    ' \\\n',
    '\\\n ',
    '\r',
    ' \r',
    '\v',
    '\f',
    '\u00A0',
    '\\\r\n ',
    ' \\ ',
  ]);
}

/** One word of a command, in any of the ways in which a shell lets it be written. */
export function word(maker: Maker): string {
  const { random } = maker;
  const pieces = random.chance(0.75) ? 1 : 1 + random.int(3);
  let text = '';
  for (let count = 0; count < pieces; count += 1) text += piece(maker);
  return text;
}

/** A word that names a program, as it is or disguised. */
export function programWord(maker: Maker, name: string): string {
  const { random } = maker;
  if (random.chance(0.8)) return name;
  const at = random.int(name.length);
  const [head, letter, tail] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)];
  return random.pick([
    `"${name}"`,
    `'${name}'`,
    `\\${name}`,
    `${head}"${letter}"${tail}`,
    `${head}\\${letter}${tail}`,
    `${head}\\\n${letter}${tail}`,
    `${head}''${letter}${tail}`,
    `$'${name}'`,
    `$'${head}\\x${letter.charCodeAt(0).toString(16)}${tail}'`,
    `$'${head}\\${letter.charCodeAt(0).toString(8)}${tail}'`,
    `$"${name}"`,
    `${head}$x${letter}${tail}`,
    `\${x:-${name}}`,
    `{${name},}`,
    `$(echo ${name})`,
    `/jail/bin/${name}`,
    `./${name}`,
    `${head}?${tail}`,
    name.toUpperCase(),
  ]);
}

function piece(maker: Maker): string {
  const { random } = maker;
  const kind = random.int(20);
  if (kind < 9) return random.pick(PLAIN);
  if (kind < 13 || maker.depth <= 0) return quoted(maker);
  if (kind < 18) return expansion(maker);
  return random.pick([
    '*',
    '?',
    '[ab]*',
    '*.txt',
    '{a,b}',
    '{1..3}',
    '~',
    '~+',
    '~x',
    '+(a)',
    '@(a|b)',
    '!(x)',
    '{a,$(pwn)}',
    '\\',
    '\\ ',
    '$',
    '#',
    '=',
    '^',
  ]);
}

function quoted(maker: Maker): string {
  const { random } = maker;
  const text = random.pick(TEXT);
  switch (random.int(6)) {
    case 0:
      return `'${text}'`;
    case 1:
      return `$'${text}${random.pick(['', '\\n', "\\'", '\\x24(pwn)', '\\c`', '\\u24', '\\0'])}'`;
    case 2:
      return `$"${text.replaceAll(/[$`]/g, '\\$&')}"`;
    case 3:
      return `"${text.replaceAll(/[$`]/g, '\\$&')}"`;
    case 4:
      return text.replaceAll(/[^a-z\n]/g, '\\$&');
    default:
      return maker.depth > 0
        ? `"${random.pick(['', 'a', ' '])}${expansion(maker)}${random.pick(['', 'b'])}"`
        : `"${text.length}"`;
  }
}

/** Something that the shell replaces, and that may run a command for it. */
export function expansion(maker: Maker): string {
  const { random } = maker;
  const inner = deeper(maker);
  const script = (): string => maker.line(inner);
  const name = random.pick(NAMES);
  switch (random.int(22)) {
    case 0:
    case 1:
      return `$(${random.pick(['', ' ', '\n'])}${script()}${random.pick(['', ' ', '\n'])})`;
    case 2:
      return `\`${script().replaceAll(/[`\\]/g, '\\$&')}\``;
    case 3:
      return `${glue(random)}${random.pick(['<', '>'])}(${script()})`;
    case 4:
      return `\${${random.pick([' ', '\t', '\n', '|', '| '])}${script()}${random.pick(['; ', ';', '\n'])}}`;
    case 5:
      return `$((${arithmetic(inner)}))`;
    case 6:
      return `$[${arithmetic(inner)}]`;
    case 7:
    case 8:
      return `\${${random.pick(['', '', '', '!', '#'])}${name}${random.pick(OPERATORS)}${operand(inner)}}`;
    case 9:
      return `\${${name}[${subscript(inner)}]}`;
    case 10:
      return `\${${name}:${arithmetic(inner)}:${arithmetic(inner)}}`;
    case 11:
      return `\${!${name}}`;
    case 12:
      return `\${!${name}${random.pick(['*', '@', '[@]'])}}`;
    case 13:
      return `\${${name}}`;
    case 14:
      return `\${#${name}}`;
    case 15:
      return `$(<${random.pick(['a.txt', '<(pwn)', '$(pwn)', '/dev/null'])})`;
    case 16:
      return `$(${random.pick(['#x\n', '<<E\n$(pwn)\nE\n', 'case x in x) pwn;; esac', 'pwn'])})`;
    default:
      return `$${name}`;
  }
}

function glue(random: Random): string {
  return random.chance(0.5)
    ? ''
    : random.pick([
        '0',
        '1',
        '2',
        '9',
        '12',
        '{x}',
        '{fd}',
        'a',
        '=',
        '-',
        '\\',
        '""',
        "''",
        '$x',
        '\\\n',
        '&',
        '$',
      ]);
}

function operand(maker: Maker): string {
  const { random } = maker;
  if (maker.depth > 0 && random.chance(0.5))
    return random.chance(0.3) ? `"${expansion(maker)}"` : expansion(maker);
  return random.pick([
    '',
    'a',
    '$x',
    "'$(pwn)'",
    '"$(pwn)"',
    '}',
    '\\}',
    "'}'",
    '"}"',
    '$(pwn)',
    '`pwn`',
    '<(pwn)',
    'a b',
    '$x/$(pwn)',
  ]);
}

function subscript(maker: Maker): string {
  const { random } = maker;
  return random.pick([
    '0',
    '@',
    '*',
    'x',
    '$x',
    '$(pwn)',
    '`pwn`',
    "'$(pwn)'",
    '"a[$(pwn)]"',
    'a[$(pwn)]',
    maker.depth > 0 ? expansion(maker) : '1',
  ]);
}

/** An expression where the shell reckons. */
export function arithmetic(maker: Maker): string {
  const { random } = maker;
  const term = (): string =>
    random.pick([
      '1',
      'x',
      '0',
      '$x',
      `a[${subscript(maker)}]`,
      '$(pwn)',
      maker.depth > 0 ? expansion(maker) : '2',
      'x++',
      '"x"',
      "'1'",
      '(1)',
      '1 ',
    ]);
  return random.chance(0.6)
    ? term()
    : `${term()}${random.pick(['+', '-', '*', '=', '==', '?', ',', '<<', '&&', ' ', '#'])}${term()}`;
}
