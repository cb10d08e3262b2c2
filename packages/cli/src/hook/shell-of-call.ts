import type { KnownCall } from '@hitl/adapters/claude';
import type { CliIo } from '../process/io.ts';

/** The shells that Claude Code runs commands in. */
export const CLAUDE_SHELLS = ['bash', 'zsh'] as const;

/**
 * A call with the shell that Claude Code will run it in, unless that is bash, whose syntax rules read. Claude
 * Code takes `CLAUDE_CODE_SHELL`, else `SHELL`. Where neither is bash it may take zsh: then rules cover only
 * what both shells read alike.
 * @param chosen - the shell, if the user says which
 */
export function withShell(call: KnownCall, chosen: string | undefined, { env }: CliIo): KnownCall {
  const own = env['CLAUDE_CODE_SHELL'] ?? env['SHELL'] ?? '';
  const shell = chosen ?? (/(?:^|\/)bash$/.test(own) ? 'bash' : 'zsh');
  if (call.toolName !== 'bash' || shell === 'bash') return call;
  return { ...call, toolArgs: { ...call.toolArgs, shell } };
}

/** Arguments edited by a person, without the shell that `withShell` added. */
export function withoutShell(args: KnownCall['toolArgs'], call: KnownCall): KnownCall['toolArgs'] {
  if (call.toolName !== 'bash') return args;
  const { shell: _, ...others } = args;
  return others;
}
