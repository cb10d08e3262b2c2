import { protocolDocs } from './docs.ts';
import { formatted } from './formatted.ts';
import { guardChecks } from './guard.ts';
import { questionMembers } from './question-members.ts';
import { wireTypes } from './types.ts';

const NOTE = '// Generated from the schemas by `pnpm protocol`; do not edit.\n';

/** Files generated from the schemas of `@hitl/protocol`: text by path in the repository. */
export async function protocolFiles(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([
    ['packages/protocol/src/generated/types.ts', `${NOTE}${wireTypes()}`],
    ['packages/protocol/src/generated/guard-checks.ts', `${NOTE}${guardChecks()}`],
    ['packages/protocol/src/generated/question-members.ts', `${NOTE}${questionMembers()}`],
    ['docs/protocol.md', protocolDocs()],
  ]);
  const files = [...texts].map(
    async ([path, text]) => [path, await formatted(text, path)] as const,
  );
  return new Map(await Promise.all(files));
}
