import { spawnSync } from 'node:child_process';
import type { Subject } from './option-subjects.ts';
import type { Random } from './random.ts';

/** Values of options: files to write, and ways to name a program to run. */
const VALUES =
  String.raw`pwn;./pwn;new;./new;out/g;a.txt;1;0;always;word;.;x=pwn;=pwn;pwn=;{};';';''
  /jail/bin/pwn;alias.x=!pwn;core.pager=pwn;core.fsmonitor=pwn;diff.external=pwn;ProxyCommand=pwn
  'pwn %s';'e pwn';'1e pwn';'w new';'s/.*/pwn/e';'!pwn';'|pwn';'ext::pwn';'sh -c pwn';'exec=pwn';'a b'
  checkpoint-action=exec=pwn`.split(/;(?!')|\n */);

/** The options that programs of this machine name in their help. */
export function optionsOf(
  command: string,
  cache: Map<string, readonly string[]>,
): readonly string[] {
  const [program = '', sub] = command.split(' ');
  const words = program === 'git' && sub !== undefined ? [sub, '-h'] : ['--help'];
  const key = `${program} ${words.join(' ')}`;
  let found = cache.get(key);
  if (found === undefined) {
    const more = program === 'curl' ? ['--help', 'all'] : words;
    const { stdout, stderr } = spawnSync(program, more, {
      encoding: 'utf8',
      timeout: 5000,
      input: '',
    });
    found = [
      ...new Set(`${stdout}\n${stderr}`.match(/(?<![\w-])-{1,2}(?:\[no-\])?[A-Za-z0-9][\w-]*/g)),
    ].map((option) => option.replace('[no-]', ''));
    cache.set(key, found);
  }
  return found;
}

/** Options that run, write or read configuration in one program or another. */
const NOTORIOUS =
  '-exec -execdir -ok -okdir -delete -fprint -fprintf -fls --output --output-file -o -O -T -I -C -c -e -f -w -x -X -i --in-place --compress-program --filter --to-command --checkpoint --checkpoint-action --use-compress-program --rsh --pre --hostname-bin --ext-diff --textconv --open-files-in-pager --upload-pack --receive-pack --exec --exec-path --config-env --no-index --config --files0-from --random-source --temporary-directory --dump-header --cookie-jar --trace --stderr --etag-save --hsts --alt-svc --config --libcurl --egd-file --output-dir --append-output --input-file --post-file --warc-file --save-cookies --execute --use-askpass --rmt-command --info-script --new-volume-script -F --index-file --listed-incremental -g --unlink -TT --unzip-command -m --expression --line-length -l --separate --debug --posix --sandbox --print-data-base --eval --file --directory --makefile --include-dir --split-string --argv0 --template --separate-git-dir --reference --paginate -P -D -p -k -K -s -S --script-shell --node-options --userconfig --globalconfig --prefix --require -r -H --html --pager --preprocess --logfile --log-file --password-command --files-from --filter=! --dump-variables -E -L -d --dump --profile --pretty-print --load --source --include'.split(
    ' ',
  );

/** A line of a program with options that are spelled in every way that programs take. */
export function optionLine(subject: Subject, random: Random, options: readonly string[]): string {
  const parts: string[] = [];
  const count = 1 + random.int(3);
  for (let at = 0; at < count; at += 1) {
    const name =
      random.chance(0.15) || options.length === 0 ? random.pick(NOTORIOUS) : random.pick(options);
    parts.push(spelled(name, random, options));
  }
  const operands = random.chance(0.85) ? [random.pick(subject.operands)] : [];
  const after = random.chance(0.2) ? parts.splice(0, 1) : [];
  return [subject.command, ...parts, ...operands, ...after].join(' ');
}

function spelled(name: string, random: Random, options: readonly string[]): string {
  const value = random.pick(VALUES);
  if (name.startsWith('--')) {
    const end = random.chance(0.5) ? name.length : 3 + random.int(Math.max(1, name.length - 3));
    const short = name.slice(0, end);
    return random.pick([
      short,
      short,
      `${short}=${value}`,
      `${short} ${value}`,
      `-${short}=${value}`,
      `'${short}=${value.replaceAll("'", '')}'`,
    ]);
  }
  if (name.length > 2)
    return random.pick([
      name,
      `${name} ${value}`,
      `-${name}`,
      `${name}=${value}`,
      `${name} ${value} \\;`,
      `${name} ${value} {} +`,
    ]);
  const letters = options.filter((option) => /^-\w$/.test(option)).map((option) => option.slice(1));
  const cluster =
    random.chance(0.4) && letters.length > 0 ? `-${random.pick(letters)}${name.slice(1)}` : name;
  return random.pick([
    cluster,
    `${cluster}${value}`,
    `${cluster} ${value}`,
    `'${cluster}${value.replaceAll("'", '')}'`,
    `${cluster}=${value}`,
  ]);
}
