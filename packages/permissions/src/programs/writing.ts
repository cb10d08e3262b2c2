import { each, HELD, type Program } from './program.ts';

/** With `-f host:file`, tar logs in on `host`. */
const LOCAL_FILE = /^[^:]*$/;

const READS = '-l -t --list --test';

const TO_OUTPUT: Program = {
  files: 'contents',
  writes: true,
  walks: { with: '-r --recursive' },
  flags: 'cdfklnqtvz123456789',
  long: '--stdout --to-stdout --decompress --list --test --keep --quiet --verbose',
  requires: '-c -l -t --stdout --to-stdout --list --test',
  // The last mode counts: `xz -t -z file` compresses it.
  undo: { '-d': READS, '-z': READS, '--decompress': READS },
};

/** It writes or removes the files that it is given, and does not tell what is in them. */
const CHANGES: Program = { files: 'names', writes: true };
/** It reads some of the files that it is given, and writes others. */
const COPIES: Program = { ...HELD, asText: true, files: 'contents', writes: true };

/** Programs that create, change or remove files. Rules of the file tools decide which files. */
export const WRITING: Readonly<Record<string, Program>> = {
  mkdir: {
    ...CHANGES,
    flags: 'pv',
    values: 'm',
    long: '--parents --verbose',
    longValues: '--mode',
    operands: 'new',
    offers: 0,
  },
  touch: {
    ...CHANGES,
    flags: 'acm',
    values: 'd',
    long: '--no-create',
    longValues: '--date --time',
    operands: 'new',
    offers: 0,
  },
  mktemp: { flags: 'duq', long: '--directory --quiet', operands: 'none', offers: 0 },
  cp: {
    files: 'contents',
    writes: true,
    walks: { with: '-r -R -a --recursive --archive' },
    aliases: { '--recursive': 'r', R: 'r', '--force': 'f', '--archive': 'a' },
    flags: 'rRfinvpu',
    long: '--recursive --force --interactive --no-clobber --verbose --update',
    operands: 'copied',
  },
  mv: {
    files: 'contents',
    writes: true,
    walks: { keepsNames: true },
    aliases: { '--force': 'f', '--no-clobber': 'n' },
    flags: 'finvu',
    long: '--force --interactive --no-clobber --verbose --update',
    operands: 'moved',
  },
  rm: {
    ...CHANGES,
    walks: { with: '-r -R --recursive' },
    valueOptions: '',
    aliases: {
      '--recursive': 'r',
      R: 'r',
      '--force': 'f',
      '--dir': 'd',
      '--interactive': 'i',
      '--verbose': 'v',
    },
    flags: 'rRfidv',
    long: '--recursive --force --dir --verbose --interactive',
    operands: 'written',
  },
  rmdir: { ...CHANGES, flags: 'pv', long: '--parents --verbose', operands: 'written' },
  unlink: { ...CHANGES, operands: 'written' },
  tee: { ...CHANGES, flags: 'aip', long: '--append --ignore-interrupts', operands: 'written' },
  truncate: {
    ...CHANGES,
    flags: 'c',
    values: 's',
    long: '--no-create',
    longValues: '--size',
    operands: 'written',
  },
  tar: {
    files: 'contents',
    writes: true,
    walks: {
      with: '-A -c -r -u -x --catenate --create --append --update --extract --get',
      bundle: true,
      unpacks: '-x --extract --get',
    },
    loads: '-T --files-from',
    aliases: { '--extract': 'x', '--create': 'c', '--file': 'f' },
    flags: 'tvzjJaR',
    values: 'f',
    only: { '-f': LOCAL_FILE, '--file': LOCAL_FILE },
    long: `--list --verbose --gzip --gunzip --bzip2 --xz --auto-compress --block-number
      --no-wildcards --wildcards --numeric-owner --full-time --totals`,
    longValues: '--file --exclude',
    spelledValues: '-C --directory -T --files-from -I --use-compress-program',
    bundle: true,
  },
  unzip: {
    ...CHANGES,
    walks: { unpacks: '' },
    flags: 'lvtqZ1',
    requires: '-l -v -t -Z',
  },
  zipinfo: { flags: '12smlvhtTzCM', offers: 0 },
  gzip: TO_OUTPUT,
  gunzip: TO_OUTPUT,
  bzip2: TO_OUTPUT,
  bunzip2: TO_OUTPUT,
  xz: TO_OUTPUT,
  unxz: TO_OUTPUT,
  zstd: TO_OUTPUT,
  unzstd: TO_OUTPUT,
  xzcat: { files: 'contents', flags: 'kq', offers: 0 },
  bzcat: { files: 'contents', flags: 'kqs', offers: 0 },
  zstdcat: { files: 'contents', flags: 'q', offers: 0 },
  ...each('chmod chown chgrp', {
    ...HELD,
    ...CHANGES,
    walks: { with: '-R --recursive' },
    asText: true,
    aliases: { '--recursive': 'R' },
  }),
  dd: { ...HELD, files: 'contents', writes: true, asText: true, singleDash: true },
  ...each('ln link', { ...COPIES, walks: { keepsNames: true } }),
  ...each('install split csplit ar', COPIES),
  ...each('shred rename', { ...COPIES, ...CHANGES }),
  patch: { ...COPIES, ...CHANGES, walks: { unpacks: '' } },
  zip: {
    ...COPIES,
    walks: { with: '-r -R --recurse-paths --recurse-patterns' },
    loads: '-@ --names-stdin',
  },
  cpio: { ...COPIES, walks: { unpacks: '' } },
  '7z': { ...COPIES, walks: {} },
  ...each('sponge mkfifo mknod', { ...HELD, ...CHANGES }),
};
