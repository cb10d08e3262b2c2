import { arithmetic, blank, deeper, expansion, programWord, word, type Maker } from './words.ts';
import { ASSIGNMENTS, ODDITIES, WHOLE } from './pieces.ts';
import type { Random } from './random.ts';

const JOINTS = [
  ' && ',
  ' || ',
  '; ',
  ' | ',
  ' |& ',
  ' & ',
  '\n',
  ';',
  '&&',
  '|',
  '&',
  '\r\n',
  ' ;\n',
  ' &\n',
  ' && \n',
  ' # x\n',
];

/** A redirection, with or without a file. */
function redirect(maker: Maker): string {
  const { random } = maker;
  const fd = random.chance(0.65)
    ? ''
    : random.pick(['0', '1', '2', '3', '9', '12', '{fd}', '{x}', '{a[$(pwn)]}', ' 2 ', 'x', '-']);
  const gap = random.chance(0.6) ? ' ' : random.pick(['', '\\\n', '\t', '']);
  const operator = random.pick([
    '>',
    '>>',
    '<',
    '<>',
    '>|',
    '&>',
    '&>>',
    '>&',
    '<&',
    '2>',
    '>',
    '<',
    '<<<',
    '<<<',
  ]);
  const target = random.chance(0.55)
    ? random.pick([
        '/dev/null',
        '/dev/null',
        '/dev/stderr',
        'a.txt',
        'out/f',
        'new',
        '&1',
        '&2',
        '1',
        '2',
        '-',
        '3-',
        '&3-',
        '1-',
        '&-',
        '/dev/tcp/h/1',
        './out/../new',
        'out/*',
        '$x',
        '~/x',
        '"a b"',
        "'new'",
        'x$(pwn)',
        '/dev/fd/1',
        '/dev/null/x',
        'link/f',
        '1x',
        '1$y',
        '$fd-',
        "$'new'",
        'out/"f"',
        '~',
        'out/{a,b}',
      ])
    : random.chance(0.5) && maker.depth > 0
      ? expansion(deeper(maker))
      : word(deeper(maker));
  return `${fd}${operator}${gap}${target}`;
}

function hereDocument(maker: Maker): { readonly start: string; readonly body: string } {
  const { random } = maker;
  const [written, end] = random.pick([
    ['E', 'E'],
    ["'E'", 'E'],
    ['"E"', 'E'],
    ['\\E', 'E'],
    ['E""', 'E'],
    ["$'E'", 'E'],
    ['$E', '$E'],
    ['"E\nX"', 'E'],
    ["E'F'", 'EF'],
    ['$(pwn)', '$(pwn)'],
    ['`E`', '`E`'],
    ['E\\\n', 'E'],
    ['E;', 'E'],
    ['"$(pwn)"', '$(pwn)'],
    ['$"E"', 'E'],
  ] as const);
  const dash = random.chance(0.3) ? '-' : '';
  const text = random.pick([
    'x',
    '$(pwn)',
    '`pwn`',
    '\\$(pwn)',
    '$x',
    '${x:-$(pwn)}',
    '$((a[$(pwn)]))',
    'pwn',
    '\\\nE',
    'E\\',
    'a\nb',
    '\tE',
    'E ',
    "'$(pwn)'",
    '$\\\n(pwn)',
    '<(pwn)',
    '\\\\$(pwn)',
    'x\nE\npwn',
    '${ pwn; }',
    '"',
  ]);
  const fd = random.chance(0.8) ? '' : random.pick(['0', '3', '{x}']);
  return {
    start: `${fd}<<${dash}${random.pick(['', ' '])}${written}`,
    body: `\n${dash === '' ? '' : '\t'}${text}\n${end}${random.pick(['\n', '\n', '', ' ', '\npwn\n', '\nls\n'])}`,
  };
}

function simple(maker: Maker): string {
  const { random } = maker;
  const name = random.pick(maker.programs);
  const parts: string[] = [];
  if (random.chance(0.1)) parts.push(random.pick(ASSIGNMENTS));
  if (random.chance(0.06)) parts.push(redirect(maker));
  if (random.chance(0.12)) parts.push(random.pick(ODDITIES));
  parts.push(programWord(maker, name));
  const count = random.int(4);
  for (let index = 0; index < count; index += 1) parts.push(word(maker));
  if (random.chance(0.2)) parts.push(redirect(maker));
  if (random.chance(0.05)) parts.splice(random.int(parts.length), 0, redirect(maker));
  let text = parts.reduce((line, part) => line + blank(maker) + part);
  if (random.chance(0.06)) {
    const document = hereDocument(maker);
    text += ` ${document.start}${random.chance(0.2) ? ` | ${random.pick(maker.programs)}` : ''}${document.body}`;
  }
  return text;
}

function quotedFor(random: Random, script: string): string {
  return random.chance(0.6)
    ? `'${script.replaceAll("'", `'\\''`)}'`
    : `"${script.replaceAll(/["\\$`]/g, '\\$&')}"`;
}

function compound(maker: Maker): string {
  const { random } = maker;
  const inner = deeper(maker);
  const body = (): string => maker.line(inner);
  const end = (): string => random.pick(['; ', '\n', ' ;', '\n\n']);
  switch (random.int(20)) {
    case 0:
      return `(${random.pick(['', ' '])}${body()}${random.pick(['', ' ', '\n'])})`;
    case 1:
      return `{ ${body()}${end()}}`;
    case 2:
      return `if ${body()}${end()}then ${body()}${end()}${random.chance(0.4) ? `else ${body()}${end()}` : ''}fi`;
    case 3:
      return `for ${random.pick(['x', 'i', 'PATH', 'a', 'x[0]', '1'])} in ${word(inner)} ${word(inner)}${end()}do ${body()}${end()}done`;
    case 4:
      return `for x${end()}do ${body()}${end()}done`;
    case 5:
      return `for ((${random.pick(['', arithmetic(inner)])}; ${random.pick(['0', arithmetic(inner)])}; ${random.pick(['', arithmetic(inner)])}))${end()}do ${body()}${end()}done`;
    case 6:
      return `while ! ${body()}${end()}do ${body()}${end()}break${end()}done`;
    case 7:
      return `until true${end()}do ${body()}${end()}done`;
    case 8:
      return `case ${word(inner)} in ${random.pick(['x', 'a|b', '(x', '*', '"$(pwn)"', '$(pwn)', '`pwn`', word(inner)])}) ${body()} ${random.pick([';;', ';&', ';;&', ''])}${random.pick(['', ` *) ${body()} ;;`])}\nesac`;
    case 9:
      return `[[ ${random.pick(['', '! ', '-v ', '-n ', '-f ', '-R ', '-o ', '-t '])}${word(inner)}${random.chance(0.6) ? ` ${random.pick(['==', '=~', '-eq', '-lt', '-nt', '<', '!='])} ${word(inner)}` : ''} ]]`;
    case 10:
      return `((${arithmetic(inner)}))`;
    case 11:
      return `${random.pick(['f()', 'function f', 'f ()', 'function f()'])} { pwn${end()}}`;
    case 12:
      return `select x in a b${end()}do ${body()}${end()}break${end()}done`;
    case 13:
    case 14:
      return `${random.pick(['sh -c', 'bash -c', 'bash -lc', 'eval', 'bash -ec', 'trap', 'env -S', 'command sh -c', 'bash -c --', 'sh -xc', 'command bash -c', 'env bash -c', 'timeout 5 sh -c', 'bash -O extglob -c', 'exec bash -c'])} ${quotedFor(random, body())}${random.pick(['', '', ' x', ' EXIT', ' x pwn'])}`;
    case 15:
      return `coproc ${random.pick(['', 'X '])}{ ${body()}${end()}}`;
    case 16:
      return `${random.pick(['bash', 'sh', 'bash -s', 'cat | sh'])} <<< ${quotedFor(random, body())}`;
    case 17:
      return `${body()} | ${random.pick(['sh', 'bash', 'xargs ls', 'xargs', 'xargs -I{} {}', 'xargs -0 sh -c', 'tee out/f', 'while read x; do $x; done', 'cat', 'sort'])}`;
    case 18:
      return `{ ${body()}${end()}} ${redirect(maker)}`;
    default:
      return `(${body()}) ${redirect(maker)}`;
  }
}

/** A command line: commands joined by operators, some of them compound. */
export function commandLine(maker: Maker): string {
  const { random } = maker;
  const count = random.chance(0.6) ? 1 : 1 + random.int(3);
  let text = '';
  for (let index = 0; index < count; index += 1) {
    if (index > 0) text += random.pick(JOINTS);
    const kind = random.int(20);
    if (kind < 5 && maker.depth > 0) text += compound(maker);
    else if (kind < 8) text += random.pick(WHOLE);
    else text += simple(maker);
  }
  if (random.chance(0.02))
    text += random.pick([' #', ' # $(pwn)', '\\', ' &', ';', '\n', ' \\\n', '\\\n']);
  return text;
}
