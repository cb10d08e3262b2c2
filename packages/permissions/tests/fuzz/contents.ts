import type { JailContents } from './jail.ts';

/** Programs of the machine, to be called through a stand-in that records. */
function real(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `/usr/bin/${name}`]));
}

/** What the jail of the fuzzer holds. */
export const CONTENTS: JailContents = {
  programs: {
    ...Object.fromEntries(
      ['pwn', 'foo', 'npm', 'rm'].map((name): [string, undefined] => [name, undefined]),
    ),
    ...real('bash sh env nice timeout nohup stdbuf xargs find tee'),
    ...real(
      'ls cat sort grep head tail wc uniq cut tr du stat od fold fmt nl tac shuf numfmt file base64',
    ),
    ...real('md5sum strings column hexdump xxd diff cmp comm join paste seq date df less realpath'),
    ...real('basename which printenv rg jq ps sed tar split zip gzip patch rsync cp mv dd'),
    ...real('xz bzip2 touch mkdir curl wget git ssh'),
    sudo: '/usr/bin/env',
  },
  files: {
    'a.txt': 'word\nx\n',
    'b.txt': 'ls\n',
    x: 'word\n',
    'dir/x.ts': '',
    'dir/a.txt': 'word\n',
    'dir/out/f': '',
    'out/f': '',
    'src/a.ts': '',
    Makefile: 'all:\n\t@true\n',
    ls: '#!/bin/sh\n/jail/bin/foo plant\n',
    cat: '#!/bin/sh\n/jail/bin/foo plant\n',
    plant: 'foo plant\n',
    '-delete': '',
    '-exec': '',
    '--output=x': '',
    '.bashrc': 'foo bashrc\n',
  },
};
