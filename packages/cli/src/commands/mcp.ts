import { Option } from 'commander';
import type { McpFlags } from '../mcp/serve-mcp.ts';
import type { CommandDefinition } from './definition.ts';
import { inOwnName } from './own-name.ts';
import { port, wait } from './values.ts';

const EXAMPLES = `
A gateway in front of an MCP server: each tools/call is decided by rules and policies, or else by a
person in the inbox of a running hitl serve. Everything else passes through unchanged; what the server
asks its user (elicitation) goes to the inbox if the client cannot show it. In rules a tool is called
mcp__NAME__TOOL, and its arguments are JSON.

Examples:
  hitl mcp --name files --server http://127.0.0.1:8787 -- npx @modelcontextprotocol/server-filesystem .
  hitl mcp --name github --server http://127.0.0.1:8787 --url https://api.example.com/mcp --listen 8788
  hitl permissions allow 'mcp__files__read_file(*)' --server http://127.0.0.1:8787
`;

/** `mcp`: approval for the tools of any MCP server. */
export const mcp: CommandDefinition = {
  name: 'mcp',
  args: '[command...]',
  description: 'a gateway in front of an MCP server that asks before tools run',
  define(command, io, exitWith) {
    command
      .requiredOption('--name <name>', 'the name of the MCP server in tool names: mcp__NAME__TOOL')
      .requiredOption('--server <url>', 'the HITL server that decides')
      .option('--token-file <file>', 'the token for the server (else HITL_TOKEN, else .hitl/token)')
      .option('--url <url>', 'the URL of the MCP server, if it is reached over HTTP')
      .option('--listen <port>', 'with --url: the port on 127.0.0.1 for its clients', port)
      .option('--user <id>', 'the user whose rules these are', 'local')
      .option('--agent <id>', 'the agent whose policy decides (default: no agent)')
      .option('--session <id>', 'the session that its calls belong to (default: a new one)')
      .option('--wait <time>', 'how long a person has to answer: 10m, 2h', wait, 600_000)
      .addOption(
        new Option(
          '--elicitation <who>',
          'who answers questions of the MCP server: the client, the inbox, or the client if it can',
        )
          .choices(['client', 'inbox', 'auto'])
          .default('auto'),
      )
      .addHelpText('after', inOwnName(EXAMPLES))
      .action(async (program: readonly string[], flags: McpFlags) => {
        const { serveMcp } = await import('../mcp/serve-mcp.ts');
        exitWith(await serveMcp(program, flags, io));
      });
  },
};
