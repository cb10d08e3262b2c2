/** One entry a line. A `⏎` in it stands for the end of a line, `‵` for a backtick and `$‹` for `${`. */
function entries(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((entry) => entry.trim().replaceAll('⏎', '\n').replaceAll('‵', '`').replaceAll('$‹', '${'));
}

/** Assignments before a command: some are harmless, the others decide what runs. */
export const ASSIGNMENTS = entries(String.raw`
  CI=1
  x=1
  x=$(pwn)
  x=‵pwn‵
  x=<(pwn)
  x+=a
  a[0]=1
  a[$(pwn)]=1
  a=(b $(pwn))
  PATH=.
  PATH=.:$PATH
  BASH_ENV=./plant
  ENV=./plant
  IFS=n
  x='a[$(pwn)]'
  CI=$(pwn)
  CI="$(pwn)"
  CI=~
  CI='-v a[$(pwn)]'
  TERM=‵pwn‵
  NODE_ENV=pwn
  LANG=a[1]
  LC_ALL=x
  x=pwn
  LD_PRELOAD=./x
  PS4='$(pwn)'
  SHELLOPTS=xtrace
  PROMPT_COMMAND=pwn
  GIT_PAGER=pwn
  GIT_EXTERNAL_DIFF=pwn
  COLUMNS=1
  COLUMNS=a[$(pwn)]
  LINES=x
  TZ='$(pwn)'
  CI+=1
  CI=1'2'
  declare -n CI=x
`);

/** Builtins and wrappers, which run the words behind them or change what they mean. */
export const ODDITIES = entries(String.raw`
  command
  builtin
  exec
  env
  nice
  time
  timeout 5
  nohup
  stdbuf -o0
  command --
  builtin --
  command -p
  exec -a x
  exec -c
  env -i
  env --
  env -S
  env -
  env x=1
  env -u x
  time -p
  time --
  ! 
  ! !
  coproc
  coproc X
  nice -n 5
  timeout -k 1 5
  timeout --signal=9 5
  nice -5
  noglob
  command -v
  command -V
  then
  sudo
  env CI=1
  env PATH=.
  xargs
  exec --
  command exec
  time !
  \
  eval
  sh -c
  bash -c
  bash -ec
  bash -c --
  sh
  bash -s
  bash +o x -c
  bash --norc -c
  . 
  source
  trap
`);

/** Commands that run, read or change something, as they are. */
export const WHOLE = entries(String.raw`
  cd /tmp
  cd dir
  cd -P dir
  command -- cd dir
  builtin cd dir
  pushd dir
  popd
  set -e
  set -- pwn
  shopt -s extglob
  set -k
  set +B
  alias ls=pwn
  shopt -s expand_aliases
  hash -p /jail/bin/pwn ls
  enable -n echo
  enable -f ./x ls
  read x <<< pwn
  read -r x < a.txt
  printf -v x 'a[$(pwn)]'
  printf -v 'a[$(pwn)]' x
  test -v 'a[$(pwn)]'
  [ -v 'a[$(pwn)]' ]
  test -v x
  [[ -v a[\$(pwn)] ]]
  [[ 'a[$(pwn)]' -eq 0 ]]
  [[ $x -eq 0 ]]
  [[ x -eq 0 ]]
  [[ a == $(pwn) ]]
  declare -n r='a[$(pwn)]'
  declare -n r=x
  declare -i x=1
  declare -i x='a[$(pwn)]'
  export x='$(pwn)'
  x='a[$(pwn)]'
  x=pwn
  x=ls
  let x=1
  let 'a[$(pwn)]'
  mapfile -C pwn -c 1 < a.txt
  readarray x < a.txt
  compgen -C pwn
  compgen -W '$(pwn)'
  compgen -F pwn x
  complete -C pwn ls
  unset x
  unset 'a[$(pwn)]'
  getopts a x
  wait -n
  wait -p 'a[$(pwn)]'
  trap pwn EXIT
  trap pwn DEBUG
  trap - EXIT
  export PATH=.
  PATH=.
  cat a.txt
  true
  :
  echo pwn
  $x
  "$x"
  $‹x}
  history -s x
  fc -s x
  bind -x x
  exec 3>&1
  exec > out
  exit
  return
  ls() { pwn; }
  function ls { pwn; }
  f() { pwn; }
  function cat() ( pwn )
  export -f ls
  type ls
  BASH_ENV=./plant
  export BASH_ENV=./plant
  logout
  suspend
  caller
  umask 0
  ulimit -c 0
  shift
  dirs
  local x=1
  readonly x
  typeset x
  disown
  bg
  times
  help
  [ a -eq 'a[$(pwn)]' ]
  [ 'a[$(pwn)]' -lt 1 ]
  printf %s x
  printf '%d' 'a[$(pwn)]'
  printf "%(%s)T" -1
  echo ‵#‵
  ls *
  cat *
  sort *
  ls -*
  cat [a-z]*
`);
