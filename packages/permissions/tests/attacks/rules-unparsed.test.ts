import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../src/index.ts';
import {
  ALL_BUT_LEDGER,
  createShellJail,
  decide,
  hasBash,
  prefixRules,
  type ShellJail,
} from './shell-jail.fixture.ts';

const PREFIXES = prefixRules([
  ...'ls ok cat echo printf test [ read true cd : export declare local set env timeout'.split(' '),
  ...'nice command builtin bash sh find xargs time exec unset let'.split(' '),
]);

/** Text in which the shell runs `ledger`, or would if it read it that way. */
const FORMS = [
  '0<(ledger)',
  '2>(ledger)',
  '12<(ledger)',
  '{x}<(ledger)',
  '{x}>(ledger)',
  'a<(ledger)',
  'a=<(ledger)',
  '<(ledger)b',
  '0<(ledger)1>(ledger)',
  "'a'<(ledger)",
  '""<(ledger)',
  '\\0<(ledger)',
  '$x<(ledger)',
  '0<(\nledger)',
  '0<(ls; ledger)',
  '0<(0<(ledger))',
  '$(ledger)',
  '`ledger`',
  '"$(ledger)"',
  '"`ledger`"',
  'a"b$(ledger)c"',
  "'a'$(ledger)",
  '\'a\'"$(ledger)"',
  '$\\\n(ledger)',
  '"$\\\n(ledger)"',
  '<\\\n(ledger)',
  '0<\\\n(ledger)',
  '$(l\\\nedger)',
  '`l\\\nedger`',
  '"`\\ledger`"',
  '`echo \\`ledger\\``',
  '"`echo \\"\\`ledger\\`\\"`"',
  '$((`ledger`))',
  '$(($(ledger)+1))',
  '$[`ledger`]',
  '$[$(ledger)]',
  '${x:-$(ledger)}',
  '"${x:-$(ledger)}"',
  '${x:-`ledger`}',
  "\"${x:-'}'$(ledger)'}\"",
  "${x:-'}'$(ledger)}",
  '"${x:-"$(ledger)"}"',
  '${x:-<(ledger)}',
  '${x:-0<(ledger)}',
  '${HOME#$(ledger)}',
  '${HOME/$(ledger)/b}',
  '${HOME:$(ledger)0:1}',
  '${a[$(ledger)0]}',
  '"${a[`ledger`0]}"',
  '${ ledger; }',
  '${ {x}\nledger',
  '${|ledger;}',
  '{a,$(ledger)}',
  '{a,0<(ledger)}',
  '{`ledger`,b}',
  '[$(ledger)]',
  '*$(ledger)',
  '~$(ledger)',
  '@($(ledger)|b)',
  '$"$(ledger)"',
  "$'a'$(ledger)",
  "$'\\''$(ledger)",
  '#$(ledger)',
  'a#$(ledger)',
  '""#$(ledger)',
  '$#$(ledger)',
  '"#$(ledger)"',
  '\\"$(ledger)\\"',
  "\\'$(ledger)\\'",
  '\r$(ledger)',
  'a=($(ledger))',
  '!$(ledger)',
];

/** Places in a line where a word may stand. */
const PLACES: readonly ((form: string) => string)[] = [
  (form) => `ls ${form}`,
  (form) => `ls x ${form} y`,
  (form) => `cat < ${form}`,
  (form) => `ls > /dev/null ${form}`,
  (form) => `ls 2> ${form}`,
  (form) => `x=${form}`,
  (form) => `CI=${form} ls`,
  (form) => `export CI=${form}`,
  (form) => `for i in ${form}; do ls; done`,
  (form) => `select i in ${form}; do break; done`,
  (form) => `case ${form} in *) ls;; esac`,
  (form) => `case x in ${form}) ls;; *) ls;; esac`,
  (form) => `[[ x = ${form} ]]`,
  (form) => `[[ x =~ ${form} ]]`,
  (form) => `[[ -n ${form} ]]`,
  (form) => `test x = ${form}`,
  (form) => `cat <<< ${form}`,
  (form) => `cat <<E\n${form}\nE`,
  (form) => `cat <<-E\n\t${form}\n\tE\nls`,
  (form) => `ls $(ls ${form})`,
  (form) => `ls "$(cat <<E\n${form}\nE\n)"`,
  (form) => `ls <(ls ${form})`,
  (form) => `ls \`ls ${form.replaceAll('`', '\\`')}\``,
  (form) => `bash -c ${quoted(`ls ${form}`)}`,
  (form) => `sh -c ${quoted(`bash -c ${quoted(`ls ${form}`)}`)}`,
  (form) => `env CI=1 ls ${form}`,
  (form) => `timeout 5 ls ${form}`,
  (form) => `command ls ${form}`,
  (form) => `! ls ${form}`,
  (form) => `time -p ls ${form}`,
  (form) => `{ ls ${form}; }`,
  (form) => `(ls ${form})`,
  (form) => `if ls ${form}; then ls; fi`,
  (form) => `while ls ${form}; do break; done`,
  (form) => `ls && ls ${form} || ls`,
  (form) => `ls | cat ${form}`,
  (form) => `ls\\\n ${form}`,
  (form) => `ls # ${form}`,
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

describe.runIf(hasBash)('what the parser did not take apart', { timeout: 600_000 }, () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  test.each(PLACES.map((place) => [place('FORM'), place] as const))(
    'runs nothing in %j that the rules did not see',
    (_, place) => {
      let allowed = 0;
      for (const form of FORMS) {
        const command = place(form);
        const narrow = decide(PREFIXES, command) === 'allowed';
        const broad = decide(ALL_BUT_LEDGER, command) === 'allowed';
        if (!narrow && !broad) continue;
        allowed += 1;
        expect(jail.run(command).ledger && command).toBe(false);
      }
      expect(allowed).toBeLessThan(FORMS.length);
    },
  );

  test('shows that most of these forms run the program in a shell', () => {
    const running = FORMS.filter((form) => jail.run(`ls ${form}`).ledger);
    expect(running.length).toBeGreaterThan(45);
  });

  test('says of a line that it could not be read that it could not', () => {
    for (const form of ['0<(ledger)', '{x}<(ledger)', '${ ledger; }', '"$\\\n(ledger)"']) {
      expect(describeCommand(`ls ${form}`).command_info.parsable).toBe(false);
    }
    expect(describeCommand('ls <(ledger) "$(ls)"').command_info.parsable).toBe(true);
  });
});

test.each(['ls(', 'ls (', 'ls x(', 'ls; ls(', '(ls', 'ls | (cat', 'ls((', 'if ls; then ls(; fi'])(
  'a parenthesis that is never closed is a line that no shell runs: %s',
  (line) => {
    expect(describeCommand(line).command_info.parsable).toBe(false);
    expect(decide(PREFIXES, line)).toBe('ask');
  },
);

test.each(['(ls)', '(ls; (cat a))', 'case x in (x) ls;; y) ls;; esac', '(ls) # (', '# (\nls'])(
  'one that is closed, or in a comment, is read: %s',
  (line) => {
    expect(describeCommand(line).command_info.parsable).toBe(true);
    expect(decide(PREFIXES, line)).toBe('allowed');
  },
);
