import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/**
 * Declarations outside `@hitl/protocol` with snake_case members, because they leave the process:
 * objects of the HTTP API, stored rows, files and YAML. Everything else in TypeScript is camelCase.
 * The schemas of YAML, of query parameters and of tables are whole files of such names.
 */
const SNAKE_CASE: readonly string[] = [
  // The HTTP API, and what is posted: a decision of the rules is sent unchanged.
  'Decision',
  'Explanation',
  'ExplainedSubject',
  'OtherRule',
  'HeldBack',
  'CommandDescription',
  'Explained',
  'PendingNotice',
  'SettledNotice',
  // Members shared by several objects of the API, or parts of one.
  'FoldSource',
  'HitlPagesQuery',
  'FieldAnswer',
  'CallProgress',
  'Answer',
  // The API of model providers.
  'ChatChunk',
  // What the Claude Agent SDK hands to a hook.
  'HookInput',
  // Records that stores keep unchanged.
  'InteractionRecord',
  'TrailLinks',
  'ErasedRun',
  'Tombstone',
  // Files of a run in a folder, and the last line it prints.
  'Metadata',
  'MailboxRequest',
  'MailboxMark',
  'Kept',
  'RunReport',
  'SecretInFile',
];

const SNAKE_CASE_FILES =
  /server\/src\/(config\/schema\/|config\/store-params|http\/query|store\/(sql|rows|mongo)\/)|\.(test|fixture|stories)\.tsx?$/;

const DECLARATION = /^(?:export )?(?:(?:interface|type|class) (\w+)|[a-z])/;

/** A member as the formatter writes it: at the start of a line, or after a brace or semicolon. */
const MEMBER = /(?:^\s+|[{;] )(?:readonly )?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\??: /g;

/** `Type.member in file` for each snake_case member of the types and classes in a file. */
function snakeCaseMembers(file: string): string[] {
  let type: string | undefined;
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const declaration = DECLARATION.exec(line);
      if (declaration !== null) type = declaration[1];
      if (type === undefined) return [];
      return [...line.matchAll(MEMBER)].map(([, name]) => `${type}.${name} in ${file}`);
    });
}

const sources = ['permissions', 'client', 'react', 'adapters', 'server', 'cli'].flatMap((name) =>
  readdirSync(join(root, `packages/${name}/src`), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `packages/${name}/src/${file}`),
);

test('members of types are camelCase, except in data that leaves the process', () => {
  const found = sources
    .filter((file) => !SNAKE_CASE_FILES.test(file))
    .flatMap(snakeCaseMembers)
    .filter((member) => !SNAKE_CASE.includes(member.split('.')[0] ?? ''));
  expect(found).toEqual([]);
});
