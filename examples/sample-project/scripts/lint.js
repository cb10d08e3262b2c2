// Checks what this project cares about, with nothing but Node: every file parses, and none has what
// RULES forbids. Exit code 1 and one line per finding when something is wrong.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const RULES = [
  { pattern: /\bvar\s/, message: 'use const or let instead of var' },
  { pattern: /[^=!]==[^=]|!=[^=]/, message: 'compare with === or !==' },
  { pattern: /\bdebugger\b/, message: 'debugger is left over' },
  { pattern: /[ \t]+$/, message: 'blanks at the end of the line' },
];

const files = ['src', 'test']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((file) => file.endsWith('.js'));

const findings = files.flatMap((file) => {
  const name = relative(root, file);
  const parsed = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
  if (parsed.status !== 0) return [`${name}: ${parsed.stderr.trim().split('\n').at(-1)}`];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    RULES.filter(({ pattern }) => pattern.test(line)).map(
      ({ message }) => `${name}:${index + 1}: ${message}`,
    ),
  );
});

for (const finding of findings) console.error(finding);
console.log(`${files.length} files checked, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
