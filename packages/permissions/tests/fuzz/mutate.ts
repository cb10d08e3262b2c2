import type { Random } from './random.ts';

/** Programs of the corpus that do harm, all played by one that only records. */
const HARMFUL = /\b(?:rm|curl|evil|whoami|id|dd|touch|wget|nc|reboot|shutdown|mkfs|kill|chmod)\b/g;

const SPLICES = [
  ...'$(pwn) `pwn` <(pwn) >(pwn) 0<(pwn) {x}<(pwn) ${x:-$(pwn)} ;pwn |pwn &pwn && || ; | & ( ) { } < > >> << <<< <& >& " # \\ * ? ~ = - -- $ ! x pwn ls /dev/null'.split(
    ' ',
  ),
  "'",
  '\n',
  ' ',
  '\\\n',
  '\r',
  '\t',
  "$'",
  '$"',
  '${',
  '$((',
  '))',
  '}',
  '`',
  '\npwn\n',
  ' <<E\n$(pwn)\nE\n',
  '{x}',
  '2',
  '&>',
  '[[',
  ']]',
  'a[$(pwn)]',
  '${ pwn; }',
];

/** A line like another one, with a few pieces changed. */
export function mutate(line: string, random: Random, others: readonly string[]): string {
  let pieces = tokens(line.replaceAll(HARMFUL, 'pwn'));
  const changes = 1 + random.int(3);
  for (let count = 0; count < changes; count += 1) pieces = change(pieces, random, others);
  return pieces.join('').slice(0, 600);
}

function tokens(line: string): string[] {
  return line.match(/\w+|\s|[^\w\s]/g) ?? [];
}

function change(pieces: readonly string[], random: Random, others: readonly string[]): string[] {
  const at = random.int(pieces.length + 1);
  const [before, after] = [pieces.slice(0, at), pieces.slice(at)];
  switch (random.int(7)) {
    case 0:
      return [...before, ...after.slice(1)];
    case 1:
      return [...before, ...after.slice(0, 3), ...after];
    case 2:
      return [...before, ...after.slice(1 + random.int(4))];
    case 3: {
      const other = tokens(random.pick(others).replaceAll(HARMFUL, 'pwn'));
      return [...before, ...other.slice(random.int(other.length + 1))];
    }
    case 4:
      return [...before, random.pick(SPLICES), ...after.slice(1)];
    default:
      return [...before, random.pick(SPLICES), ...after];
  }
}
