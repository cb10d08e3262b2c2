/** The shells that can be taught. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * What teaches a shell to complete a program. It hands each word over as it is, and runs none of what
 * was typed; where the program has nothing to offer, the shell offers files.
 */
export function completionScript(shell: Shell, name: string): string {
  switch (shell) {
    case 'bash':
      return `_${name}_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(${name} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
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
    found+=("\${line/$'\\t'/:}")
  done < <(${name} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe '${name}' found
  else
    _files
  fi
}
compdef _${name} ${name}
`;
    case 'fish':
      return `function __${name}_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (${name} complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c ${name} -f -a '(__${name}_complete)'
`;
  }
}
