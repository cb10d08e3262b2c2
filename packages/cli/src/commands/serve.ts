import { inOwnName } from './own-name.ts';
import type { ServeFlags } from '../serve/flags.ts';
import type { CommandDefinition } from './definition.ts';
import { addServeFlags } from './serve-flags.ts';

const EXAMPLES = `
Open http://127.0.0.1:8787/ to answer pending requests in the browser.

Without --config there are no agents: it decides about the calls of agents in your own programs, by
rules and by asking people.

With --mailbox it also shows the questions of delta run in a folder, and writes the answers to
response.txt. Only the newest run of a folder is shown. Use one server for a folder at a time.

Flags override the server component of the configuration. Runs are stored in .hitl/hitl.db unless
--store or a session store says otherwise.

Examples:
  hitl serve
  hitl serve --config ./hitl
  hitl serve --config ./hitl --workspace ./project --store sqlite:/var/lib/hitl/hitl.db
  hitl serve --mailbox ./project --mailbox ./other
  hitl serve --config ./hitl --auth jwt --jwks https://login.example.com/.well-known/jwks.json \\
    --jwt-issuer https://login.example.com/ --jwt-audience hitl
  HITL_TOKENS='s3cret alice reviewer' hitl serve --config ./hitl --auth token --host 0.0.0.0
`;

/** `serve`: serves the agents of a configuration over HTTP until SIGTERM or SIGINT. */
export const serve: CommandDefinition = {
  name: 'serve',
  description: 'serve the inbox, the gate and the agents of a configuration over HTTP',
  define(command, io) {
    addServeFlags(command)
      .addHelpText('after', inOwnName(EXAMPLES))
      .action(async (flags: ServeFlags) => {
        const { serveUntilSignal } = await import('../serve/serve-until-signal.ts');
        await serveUntilSignal(flags, io);
      });
  },
};
