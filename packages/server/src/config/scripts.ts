import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import type { ConfigDocument, ConfigFile } from './document.ts';
import { ConfigError, type ConfigProblem } from './error.ts';
import { ScriptFileSchema, type ScriptComponent } from './schema/model.ts';
import { problemAt } from './placed.ts';
import { fit } from './section.ts';
import { messageOf } from '../base/message-of.ts';

/** Content of the scripts of models, by absolute path. */
export interface Scripts {
  readonly byPath: ReadonlyMap<string, ScriptComponent>;
  readonly problems: readonly ConfigProblem[];
}

const ScriptedSchema = z.looseObject({
  provider: z.literal('scripted'),
  file: z.string(),
  // Setting both is an error of the model, whatever the file contains.
  turns: z.never().exactOptional(),
});
const AroundSchema = z.looseObject({ model: ScriptedSchema });

/** The script named by a model, or by an agent with an inline model, with its location. */
function referenceIn({ value, file }: ConfigDocument): { path: string; key: string[] } | undefined {
  const own = ScriptedSchema.safeParse(value).data;
  if (own !== undefined) return { path: resolve(dirname(file), own.file), key: ['file'] };
  const around = AroundSchema.safeParse(value).data;
  if (around === undefined) return undefined;
  return { path: resolve(dirname(file), around.model.file), key: ['model', 'file'] };
}

function readScript(path: string, { documents, problems }: ConfigFile): ScriptComponent {
  if (problems.length > 0) throw new ConfigError(problems);
  const [document, second] = documents;
  if (document === undefined || second !== undefined) {
    throw new ConfigError([{ file: path, message: 'expected one list of turns.' }]);
  }
  const result = fit(ScriptFileSchema, document.value);
  if ('value' in result) return result.value;
  throw new ConfigError(
    result.misfits.map((misfit) => problemAt(document, misfit.path, misfit.message)),
  );
}

/** Reads the scripts that models name. `open` reads one file. */
export async function readScripts(
  documents: readonly ConfigDocument[],
  open: (path: string) => Promise<ConfigFile>,
): Promise<Scripts> {
  const byPath = new Map<string, ScriptComponent>();
  const problems: ConfigProblem[] = [];
  for (const document of documents) {
    const reference = referenceIn(document);
    if (reference === undefined || byPath.has(reference.path)) continue;
    const { path, key } = reference;
    byPath.set(path, { turns: [] });
    try {
      byPath.set(path, readScript(path, await open(path)));
    } catch (cause) {
      const unread = `the script cannot be read: ${messageOf(cause)}`;
      problems.push(
        ...(cause instanceof ConfigError ? cause.problems : [problemAt(document, key, unread)]),
      );
    }
  }
  return { byPath, problems };
}
