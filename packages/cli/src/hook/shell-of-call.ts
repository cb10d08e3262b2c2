import type { ClaudeShell } from '@hitl/adapters/claude';

/** The shells that Claude Code runs commands in. */
export const CLAUDE_SHELLS: readonly ClaudeShell[] = ['bash', 'zsh'];
