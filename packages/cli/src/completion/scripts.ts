/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * A script that makes a shell complete a program. It passes each word on unchanged and executes
 * nothing that was typed; if the program has no candidates, the shell offers files.
 */
export function completionScript(shell: Shell, name: string): string {
  switch (shell) {
    case 'bash':
      // Bash splits `--flag=value` and `http://host`; parts without whitespace between them are
      // rejoined.
      return `_${name}_complete() {
  local line word before last='' rest="\${COMP_LINE:0:COMP_POINT}"
  local -a words=()
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    before=\${rest%%[![:space:]]*}
    rest=\${rest#"$before"}
    last=\${rest:0:\${#word}}
    rest=\${rest#"$last"}
    if [[ -n $before || \${#words[@]} -eq 0 ]]; then
      words+=("$last")
    else
      words[\${#words[@]}-1]+=$last
    fi
  done
  if [[ $last == [=:] ]]; then last=''; fi
  word=\${words[\${#words[@]}-1]}
  before=\${word%"$last"}
  COMPREPLY=()
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    COMPREPLY+=("\${line#"$before"}")
  done < <(${name} complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _${name}_complete ${name}
`;
    case 'zsh':
      return `#compdef ${name}
_${name}() {
  local line
  local -a found
  while IFS= read -r line; do
    line=\${line//:/\\\\:}
    line=\${line/$'\\t'/:}
    found+=("\${line%:}")
  done < <(${name} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe '${name}' found
  else
    compset -P '--*='
    _files
  fi
}
compdef _${name} ${name}
`;
    case 'fish':
      return `function __${name}_complete
  set -l typed (commandline -ct)
  set -l words (commandline -opc) $typed
  set -l found (${name} complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
    return
  end
  set -l flag (string match -r -- '^--[^=]+=' $typed)
  set -l path (string replace -- "$flag" '' $typed)
  for file in (__fish_complete_path "$path")
    printf '%s\\n' "$flag$file"
  end
end
complete -c ${name} -f -a '(__${name}_complete)'
`;
  }
}
