import { Option, type Command } from 'commander';

/** Descriptions of the flags for one command. */
export interface TargetWords {
  readonly server: string;
  readonly dir: string;
  readonly user: string;
  /** The user if the flag is missing. Default: no particular one. */
  readonly defaultUser?: string;
}

/** Adds the flags of every command that uses a server or a directory. */
export function addTargetFlags(command: Command, words: TargetWords): Command {
  return command
    .option('--server <url>', words.server)
    .option('--token-file <file>', 'the token for the server (else HITL_TOKEN, else .hitl/token)')
    .option('--dir <dir>', `${words.dir} (default: the current one)`)
    .option('--user <id>', words.user, words.defaultUser)
    .addOption(
      new Option('--format <format>', 'text for people, json as the server sends it')
        .choices(['text', 'json'])
        .default('text'),
    );
}
