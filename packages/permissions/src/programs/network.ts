import { each, HELD, type Program } from './program.ts';

const WEB = /^(?:https?:\/\/[^\s]+|(?!-)[A-Za-z\d.-]+(?::\d+)?(?:[/?][^\s]*)?)$/i;
/** `@file` sends the content of a file. */
const NO_FILE = /^(?!@)/;
const NUMBER = /^[\d.]+$/;
const NO_OUTPUT = /^(?:-|\/dev\/null)$/;
const GET = /^(?:GET|HEAD|OPTIONS)$/;

const COPIES: Program = { ...HELD, asText: true, files: 'contents', writes: true };

/** Programs that communicate with other machines. */
export const NETWORK: Readonly<Record<string, Program>> = {
  curl: {
    writes: '-o -O --output --remote-name --remote-name-all',
    aliases: {
      '--output': 'o',
      '--remote-name': 'O',
      '--request': 'X',
      '--data': 'd',
      '--form': 'F',
      '--upload-file': 'T',
      '--insecure': 'k',
    },
    flags: 'sSfLiIvgG46N#',
    values: 'HAemrXwob',
    long: `--silent --show-error --fail --fail-with-body --location --include --head --verbose
      --globoff --get --ipv4 --ipv6 --no-buffer --compressed --progress-bar --no-progress-meter
      --http1.1 --http2 --version --path-as-is`,
    longValues: `--header --user-agent --referer --max-time --connect-timeout --range --request
      --write-out --output --retry --retry-delay --retry-max-time --max-redirs --url --cookie`,
    only: {
      '-H': NO_FILE,
      '--header': NO_FILE,
      '-X': GET,
      '--request': GET,
      '-w': /^(?!@)(?!.*%output)/is,
      '--write-out': /^(?!@)(?!.*%output)/is,
      '-o': NO_OUTPUT,
      '--output': NO_OUTPUT,
      // Without `=` the value is a file.
      '-b': /=/,
      '--cookie': /=/,
      '-m': NUMBER,
      '--max-time': NUMBER,
      '--connect-timeout': NUMBER,
      '--url': WEB,
    },
    operands: [WEB],
    spelledValues: '-d --data -u --user -F --form -T --upload-file -K --config',
  },
  wget: {
    writes: '-P -i --directory-prefix --input-file',
    aliases: { '--output-document': 'O' },
    flags: 'qS46',
    values: 'OTtU',
    long: `-nv -q --quiet --server-response --spider --no-verbose --version --no-hsts`,
    longValues: '--output-document --timeout --tries --user-agent --max-redirect --header',
    only: { '-O': NO_OUTPUT, '--output-document': NO_OUTPUT },
    requires: '-O --output-document --spider --version',
    operands: [WEB],
    spelledValues: '-P --directory-prefix',
  },
  ssh: {
    flags: 'vqTtn46aCxk',
    values: 'pl',
    operands: [/^(?!-)[\w.@-]+$/],
    ordered: true,
    wraps: {
      operands: 1,
      joins: true,
      valueOptions: '-B -b -c -D -e -E -F -I -i -J -L -m -O -o -P -Q -R -S -W -w',
    },
  },
  scp: { ...COPIES, walks: { with: '-r --recursive' } },
  // With `-d` or `--files-from`, too.
  rsync: { ...COPIES, walks: {}, loads: '--files-from' },
  ...each('sftp ftp', { ...HELD, asText: true }),
  ping: { flags: 'qnDv46', values: 'cWwis', operands: 'any', offers: 0 },
  dig: {
    long: '+short +trace +noall +answer +nocmd',
    values: 't',
    operands: [/^[^-@+]/],
    offers: 0,
  },
  host: { flags: 'av', values: 't', offers: 0 },
  nslookup: { operands: 'any', offers: 0 },
};
