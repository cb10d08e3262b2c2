import { each, HELD, type Program, type Words } from './program.ts';

/** With `-f host:file`, tar logs in on `host`. */
const LOCAL_FILE = /^[^:]*$/;

const TO_OUTPUT: Words = {
  flags: 'cdfklnqtvz123456789',
  long: '--stdout --to-stdout --decompress --list --test --keep --quiet --verbose',
  requires: '-c -l -t --stdout --to-stdout --list --test',
};

/** Programs that create, change or remove files. Rules of the file tools decide which files. */
export const WRITING: Readonly<Record<string, Program>> = {
  mkdir: {
    flags: 'pv',
    values: 'm',
    long: '--parents --verbose',
    longValues: '--mode',
    operands: 'new',
    offers: 0,
  },
  touch: {
    flags: 'acm',
    values: 'd',
    long: '--no-create',
    longValues: '--date --time',
    operands: 'new',
    offers: 0,
  },
  mktemp: { flags: 'duq', long: '--directory --quiet', operands: 'none', offers: 0 },
  cp: {
    aliases: { '--recursive': 'r', R: 'r', '--force': 'f', '--archive': 'a' },
    flags: 'rRfinvpu',
    long: '--recursive --force --interactive --no-clobber --verbose --update',
    operands: 'copied',
  },
  mv: {
    aliases: { '--force': 'f', '--no-clobber': 'n' },
    flags: 'finvu',
    long: '--force --interactive --no-clobber --verbose --update',
    operands: 'moved',
  },
  rm: {
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
  rmdir: { flags: 'pv', long: '--parents --verbose', operands: 'written' },
  unlink: { operands: 'written' },
  tee: { flags: 'aip', long: '--append --ignore-interrupts', operands: 'written' },
  truncate: {
    flags: 'c',
    values: 's',
    long: '--no-create',
    longValues: '--size',
    operands: 'written',
  },
  tar: {
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
  unzip: { flags: 'lvtqZ1', requires: '-l -v -t -Z' },
  zipinfo: { flags: '12smlvhtTzCM', offers: 0 },
  gzip: TO_OUTPUT,
  gunzip: TO_OUTPUT,
  bzip2: TO_OUTPUT,
  bunzip2: TO_OUTPUT,
  xz: TO_OUTPUT,
  unxz: TO_OUTPUT,
  zstd: TO_OUTPUT,
  unzstd: TO_OUTPUT,
  xzcat: { flags: 'kq', offers: 0 },
  bzcat: { flags: 'kqs', offers: 0 },
  zstdcat: { flags: 'q', offers: 0 },
  ...each('chmod chown chgrp', { ...HELD, asText: true, aliases: { '--recursive': 'R' } }),
  dd: { ...HELD, asText: true, singleDash: true },
  ...each('ln install shred split csplit patch zip ar cpio', { ...HELD, asText: true }),
  ...each('link sponge 7z mkfifo mknod rename', HELD),
};
