// Loaded with `--import` before a script of this repository. It is plain JavaScript, so that a Node
// without TypeScript support prints a message instead of a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const enough = major > 24 || (major === 24 && minor >= 15) || (major === 22 && minor >= 22);

if (!enough) {
  console.error(
    [
      `The tools of this repository need Node 24.15 or newer (or 22.22 and newer of the 22 line); this is Node ${process.versions.node}.`,
      'On Linux x64 `npx -y pnpm@12.21.0 install` installs a suitable Node (node_modules/.bin/node).',
      'Elsewhere install Node 24, for example with `nvm install 24` or your system’s package manager, and run the command again.',
      'The published packages themselves run on Node 20.19 and newer.',
    ].join('\n'),
  );
  process.exit(1);
}
