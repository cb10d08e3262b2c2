import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the sources say about the members of an interface or a list, by its name. */
export type Comments = ReadonlyMap<string, ReadonlyMap<string, string>>;

const OPENING =
  /^(?<indent> *)(?:export (?:interface|const) )?(?<name>\w+)(?:<.*>)?(?: extends [\w, ]+)?(?: =|:)? \{$/;
const TOP = /^export (?:interface|const PROBLEMS) /;
const MEMBER = /^(?<indent> *)(?<name>\w+)\??: /;

/**
 * Reads the TSDoc of every interface below a folder, those nested in others by their own name, such
 * as the data of each event, and of the list of problems. The member `''` is the comment of the interface itself. It reads text
 * as the formatter lays it out: two blanks a level, one member a line.
 */
export async function readComments(folder: string): Promise<Comments> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => /(?<!\.(?:test|fixture))\.ts$/.test(file))
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const comments = new Map<string, Map<string, string>>();
  for (const text of texts) readText(text, comments);
  return comments;
}

function readText(text: string, comments: Map<string, Map<string, string>>): void {
  const open: { name: string; indent: number }[] = [];
  let comment = '';
  for (const line of text.split('\n')) {
    const started = /^\s*\/\*\*/.test(line);
    if (started || /^\s*\*/.test(line)) {
      const words = line.replace(/^\s*\/?\*+\/?\s?/, '').replace(/\s*\*\/$/, '');
      comment = started ? words : `${comment} ${words}`.trim();
      continue;
    }
    const opening = OPENING.exec(line)?.groups;
    const inner = open.at(-1);
    const isNested = opening !== undefined && inner !== undefined;
    if (opening !== undefined && (TOP.test(line) || isNested)) {
      const { name = '', indent = '' } = opening;
      open.push({ name, indent: indent.length });
      comments.set(name, new Map([['', comment]]));
    } else if (inner !== undefined && new RegExp(`^ {${inner.indent}}\\}`).test(line)) {
      open.pop();
    } else if (inner !== undefined) {
      const member = MEMBER.exec(line)?.groups;
      if (member?.['indent']?.length === inner.indent + 2 && comment !== '') {
        const { name = '' } = member;
        comments.get(inner.name)?.set(name, comment);
        if (/: \{.*\};$/.test(line)) comments.set(name, new Map([['', comment]]));
      }
    }
    comment = '';
  }
}
