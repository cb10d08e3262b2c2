import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_BUT_LEDGER,
  createShellJail,
  decide,
  hasBash,
  prefixRules,
  type ShellJail,
} from './shell-jail.fixture.ts';

const BUILTINS = prefixRules([
  ...'test [ printf read mapfile readarray compgen complete compopt declare typeset local'.split(
    ' ',
  ),
  ...'export readonly let unset wait getopts exec bind trap fc history enable . source'.split(' '),
  ...'command builtin true ls echo cat eval set shopt hash alias coproc cd env bash'.split(' '),
]);

const HOSTILE = "'a[$(ledger)]'";
/** The same with nothing in the text that names the program. */
const HIDDEN = "$'a[$(led\\x67er)]'";

const FORMS = (text: string): readonly string[] => [
  `test -v ${text}`,
  `[ -v ${text} ]`,
  `[ ! -v ${text} ]`,
  `command test -v ${text}`,
  `builtin [ -v ${text} ]`,
  `[ a = a -a -v ${text} ]`,
  `test a -o -v ${text}`,
  `[[ -v ${text} ]]`,
  `[[ ${text} -eq 0 ]]`,
  `printf -v ${text} x`,
  `printf -v${text} x`,
  `builtin printf -v ${text} x`,
  `read ${text} <<< x`,
  `read -r ${text} <<< x`,
  `read -a ${text} <<< x`,
  `read x ${text} <<< "a b"`,
  `mapfile ${text} <<< x`,
  `mapfile -C 'ledger #' -c 1 x <<< y`,
  `mapfile -c1 -C'ledger #' x <<< y`,
  `readarray -C 'ledger #' -c 1 x <<< y`,
  `compgen -W ${text} a`,
  "compgen -W '$(ledger)' a",
  'compgen -C ledger a',
  'f() { ledger; }; compgen -F f a',
  `declare ${text}=1`,
  `declare -n x=${text}; x=1`,
  `declare -i x=${text}`,
  `declare -i x; x=${text}`,
  `typeset -i x=${text}`,
  `export ${text}=1`,
  `readonly ${text}=1`,
  `readonly x=${text}; ((x))`,
  "declare -a 'x=($(ledger))'",
  `let ${text}`,
  `let x=${text}`,
  `unset ${text}`,
  `unset -v ${text}`,
  `ls & wait -n -p ${text}`,
  `getopts a ${text} -a`,
  `x=${text}; ((x))`,
  `x=${text}; (( y = x ))`,
  `x=${text}; echo $((x))`,
  `x=${text}; echo $[x]`,
  `x=${text}; [[ x -eq 0 ]]`,
  `x=${text}; [[ $x -gt 0 ]]`,
  `x=${text}; test -v $x`,
  `x=${text}; test -v "$x"`,
  `x=${text}; y=-v; test "$y" "$x"`,
  `CI=${text}; test -v $CI`,
  `CI=${text}; test -v "$CI"`,
  `CI="-v "${text}; test $CI`,
  `CI="-v "${text}; [ $CI ]`,
  `CI="-v"${text}; printf $CI x`,
  `CI="-v"${text}; printf "$CI" x`,
  `CI=${text}; read $CI <<< x`,
  `CI=${text}; unset $CI`,
  `CI=${text}; export $CI=1`,
  `CI=${text}; declare "$CI=1"`,
  `CI=${text}; echo \${a[CI]}`,
  `CI=${text}; echo \${a:CI}`,
  `CI=${text}; echo \${!CI}`,
  `CI=${text}; echo "\${!CI}"`,
  `CI=${text}; a[CI]=1`,
  `CI=${text}; a=([CI]=1)`,
  `CI=${text}; let CI`,
  `LANG=${text}; (( LANG ))`,
  `CI=${text} bash -c '(( CI ))'`,
  `export CI=${text}; bash -c 'echo $(( CI ))'`,
  `x='a[$'; y='(ledger)]'; z=$x$y; ((z))`,
  `for x in ${text}; do ((x)); done`,
  `for x in ${text}; do test -v $x; done`,
  `read x <<< ${text}; ((x))`,
  `mapfile x <<< ${text}; ((x))`,
  `printf -v x %s ${text}; ((x))`,
  `set -- ${text}; (( $1 ))`,
  `set -- ${text}; test -v $1`,
  `for ((i=${text};i<1;i++)); do break; done`,
  `exec {a[0]}>&2; x=${text}; echo \${a[x]}`,
  `x='$(ledger)'; echo "\${x@P}"`,
  `x=$'$(led\\x67er)'; echo "\${x@P}"`,
  "PS4='$(ledger)'; set -x; ls",
  "export PS4='$(ledger)'; bash -xc ls",
  "trap 'ledger' EXIT",
  'trap ledger DEBUG; ls',
  'trap -- ledger ERR; [ ]',
  'fc -e ledger',
  "alias l='ledger'; eval l",
  'shopt -s expand_aliases; alias ls=ledger\nls',
  'hash -p "$(command -v ledger)" ls; ls',
  'BASH_ENV=<(echo ledger) bash -c ls',
  'coproc ledger',
  'coproc X { ledger; }',
  '. <(echo ledger)',
  'source /dev/stdin <<< ledger',
  'enable -f ./x y',
  'function ls { ledger; }; ls',
  'ls() { ledger; }; ls',
  'command_not_found_handle() { ledger; }; nosuch',
  'complete -C ledger x',
  'eval "led"ger',
  'eval -- "led"ger',
  'source -- /dev/stdin <<< ledger',
  "PS4='$'; PS4+='(ledger)'; set -x; ls",
  'x=ledger; $x',
  'exec ledger',
  'bash --rcfile <(echo ledger) -i -c ls',
  'bash --init-file /dev/fd/3 -i -c ls 3<<< ledger',
];

describe.runIf(hasBash)('builtins that evaluate', { timeout: 180_000 }, () => {
  let jail: ShellJail;
  beforeAll(() => {
    jail = createShellJail();
  });
  afterAll(() => jail.remove());

  const forms = [...new Set([...FORMS(HOSTILE), ...FORMS(HIDDEN)])];
  test.each(forms)('run nothing that the rules did not see: %j', (command) => {
    const narrow = decide(BUILTINS, command);
    const broad = decide(ALL_BUT_LEDGER, command);
    const { ledger } = jail.run(command);
    if (!ledger) return;
    expect(narrow).not.toBe('allowed');
    expect(broad).not.toBe('allowed');
  });

  test('run in most of these forms without asking', () => {
    expect(forms.filter((command) => jail.run(command).ledger).length).toBeGreaterThan(100);
  });

  test.each([
    'coproc PATH { ls; }',
    'ls & wait -n -p PATH',
    'ls & wait -npPATH',
    'printf -vPATH x',
    'read -aPATH <<< x',
    'read -raPATH <<< x',
    'read -r PATH <<< x',
  ])('that set the path are not allowed beside another command: %j', (form) => {
    const { ledger } = jail.run(`old=$PATH; ${form}; [ "$PATH" = "$old" ] || PATH=$old ledger`);
    expect(ledger).toBe(true);
    expect(decide(BUILTINS, `${form}; ls`)).toBe('ask');
  });

  test.each([
    'test -f a.ts',
    '[ -f a.ts ] && ls',
    '[ -f "$HOME" ] && ls',
    '[ "$CI" = true ] && ls',
    '[ ! -d "$HOME" ] || ls',
    '[ $? -eq 0 ]',
    'printf \'%s\\n\' "$HOME" x',
    'printf -v line %s x; ls',
    'read -r line; ls',
    'export CI=true; ls',
    'export CI="$HOME"; ls',
    'mapfile -t lines < a.ts',
    'wait',
    'unset line',
    'test -v CI',
  ])('are fine with literal words: %j', (command) => {
    expect(decide(BUILTINS, command)).toBe('allowed');
  });

  test.each([
    '[ -f "$HOME" ] && ls',
    'i=0; while (( i < 3 )); do (( i++ )); done',
    'echo $((1 + 2)) "${HOME:-x}" "${HOME##*/}"',
    'n=3; [[ $n -gt 2 ]] && ls',
    'declare -A map; local -a list; export PATH="$HOME/bin:$PATH"',
    'for f in *.ts; do [ -f "$f" ] && cat "$f"; done',
  ])('are no reason to ask because of a deny rule: %j', (command) => {
    expect(decide(ALL_BUT_LEDGER, command)).toBe('allowed');
  });
});
