import type { ClaudeShell } from '@hitl/adapters/claude';
import { Option, type Command } from 'commander';
import type { HookFlags } from '../hook/claude-code.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import { wait } from './values.ts';

const EXAMPLES = `
It reads the call of a PreToolUse hook on stdin and writes the decision on stdout. In the settings of
Claude Code (.claude/settings.json):

  {"hooks": {"PreToolUse": [{
    "matcher": "Bash|Read|Write|Edit|NotebookEdit|WebFetch|mcp__.*",
    "hooks": [{"type": "command", "timeout": 600, "onFailure": "block",
               "command": "hitl hook claude-code --server http://127.0.0.1:8787"}]}]}}

Under PostToolUse and PostToolUseFailure, the same command records the result of an allowed call.

In rules, Bash is called bash, Read file_read, Write file_write, Edit and NotebookEdit file_edit, and
WebFetch web_fetch; every other tool has its own name.

Exit codes: 0 a decision is on stdout, or a result was recorded; 1 a result could not be recorded;
2 the call is blocked, because it could not be parsed, the hook is configured wrongly, or the decision
could not be written.

Examples:
  hitl hook claude-code --server http://127.0.0.1:8787     asks in the inbox unless a rule decides
  hitl hook claude-code --rules-alone                      the rules of this directory decide, else Claude Code asks
  hitl hook claude-code --server http://127.0.0.1:8787 --otherwise ask    Claude Code asks if no one answers
`;

/** The shells in which Claude Code runs commands. */
const SHELLS: readonly ClaudeShell[] = ['bash', 'zsh'];

/** `hook`: approval for the tools of programs that run a command before each tool call. */
export const hook: CommandDefinition = {
  name: 'hook',
  description: 'decide about the tool calls of another program, as its hook',
  define(command, io, exitWith) {
    command.addHelpText('after', inOwnName(EXAMPLES));
    addFlags(
      command
        .command('claude-code')
        .description('the hook of Claude Code before and after its calls'),
    ).action(async (flags: HookFlags) => {
      const { claudeCodeHook } = await loadShortLived(() => import('../hook/claude-code.ts'));
      exitWith(await claudeCodeHook(flags, io));
    });
  },
};

function addFlags(command: Command): Command {
  return command
    .option('--server <url>', 'ask through a running server')
    .option('--token-file <file>', 'the token for the server (else HITL_TOKEN, else .hitl/token)')
    .option(
      '--dir <dir>',
      'the rules of a directory, with --rules-alone (default: the current one)',
    )
    .option('--rules-alone', 'decide by rules only; Claude Code asks about all other calls')
    .option('--user <id>', 'the user whose rules these are', 'local')
    .option('--agent <id>', 'the agent whose policy decides (default: no agent)')
    .addOption(
      new Option(
        '--shell <shell>',
        'the shell of Claude Code; zsh: rules cover what both read alike (default: by $SHELL)',
      ).choices(SHELLS),
    )
    .option('--wait <time>', 'how long a person has to answer: 9m, 30s', wait, 540_000)
    .addOption(
      new Option(
        '--otherwise <decision>',
        'what to do if no one answers in time or the server is unreachable: deny, or ask (Claude Code asks)',
      )
        .choices(['deny', 'ask'])
        .default('deny'),
    );
}
