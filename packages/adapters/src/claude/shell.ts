import type { MappedCall } from '../base/mapped-call.ts';

/** A shell that Claude Code runs commands in. */
export type ClaudeShell = 'bash' | 'zsh';

/** The option with which a program says which shell Claude Code uses. */
export interface ShellOption {
  /**
   * The shell in which Claude Code runs commands. The SDK does not say. Default: bash if `CLAUDE_CODE_SHELL`,
   * else `SHELL`, of this process is one; otherwise zsh, and rules then cover only what both read alike. Set it
   * if `query` gets another environment.
   */
  readonly shell?: ClaudeShell | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, which Claude Code inherits; none in a page. */
function ownEnvironment(): Environment {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? {};
}

/**
 * A call with the shell that Claude Code will run it in, unless that is bash, whose syntax rules read. Claude
 * Code takes `CLAUDE_CODE_SHELL`, else `SHELL`. Where neither is bash it may take zsh: then rules cover only
 * what both shells read alike.
 * @param chosen - the shell, if the user says which
 */
export function withShell(
  call: MappedCall,
  chosen: string | undefined,
  env: Environment = ownEnvironment(),
): MappedCall {
  const own = env['CLAUDE_CODE_SHELL'] ?? env['SHELL'] ?? '';
  const shell = chosen ?? (/(?:^|\/)bash$/.test(own) ? 'bash' : 'zsh');
  if (call.toolName !== 'bash' || shell === 'bash') return call;
  return { ...call, toolArgs: { ...call.toolArgs, shell } };
}

/** Arguments edited by a person, without the shell that `withShell` added. */
export function withoutShell(
  args: MappedCall['toolArgs'],
  call: MappedCall,
): MappedCall['toolArgs'] {
  if (call.toolName !== 'bash') return args;
  const { shell: _, ...others } = args;
  return others;
}
