/** A real program whose options are tried. */
export interface Subject {
  /** The first words of its lines. */
  readonly command: string;
  /** Operands with which it has something to do. */
  readonly operands: readonly string[];
  /** Whether writing files is what it is for. */
  readonly writes: boolean;
}

function subjects(
  commands: string,
  operands: readonly string[],
  { writes = false }: { writes?: boolean } = {},
): Subject[] {
  return commands.split(', ').map((command) => ({ command, operands, writes }));
}

const FILES = 'a.txt;b.txt;dir/a.txt;-;new;a.txt new;dir;-- a.txt;-- a.txt new;*;* a.txt'.split(
  ';',
);

const GIT = ['HEAD', 'a.txt', '.', 'HEAD HEAD', '-- a.txt', 'word', 'HEAD:a.txt', 'HEAD -- dir'];

/** Scripts of sed. Those with `e` run, those with `w` write. */
const SED =
  String.raw`p;1p;1e pwn;e;w new;s/w/x/w new;s/.*/pwn/e;1,3 p;$!N;P;D;r b.txt;1{p;e pwn};y/a/b/
  /x/,+1 w new;1~2e pwn;\,w,e pwn;s,[,],x,w new;/x/I e pwn;s/a/b/gpe;0,/w/e pwn;!e pwn;1!e pwn;s/x/y/;W new;R b.txt;}e pwn
  s/[/]/e/;s/\//e/;y/e/w/;a e pwn;i\w new;c w;:e;b e;$ w new;2q;l 5 e;=;e pwn;{e pwn`
    .split(/;(?! )|\n */)
    .map((script) => `'${script}' a.txt`);

/** The programs, each with the operands that it is tried with. */
export const SUBJECTS: readonly Subject[] = [
  ...subjects(
    'sort, uniq, shuf, numfmt, wc, head, tail, cut -c1, ls, cat, du, stat, od, fold, fmt, nl, tac, file, base64, md5sum, strings, column, hexdump, xxd, diff a.txt, cmp a.txt, comm a.txt, join a.txt, paste, tr a, seq 1, date, df, less, realpath, basename, which, printenv, grep, grep word, rg, rg word, jq ., jq, ps',
    FILES,
  ),
  ...subjects('find', ['.', 'dir', '. -name a.txt', '. -type f', '-name x', '*', '. *']),
  ...subjects('sed, sed -n, sed -e p, sed -n 1p', [...FILES, ...SED]),
  ...subjects(
    'tar, tar -cf x.tar, tar -tf, split, zip x.zip, zip, gzip, patch, rsync, cp, mv, dd, xz, bzip2, tee, touch, mkdir',
    [...FILES, 'x.tar', 'x.tar a.txt', 'a.txt out/'],
    { writes: true },
  ),
  ...subjects('curl, curl -s, wget, wget -q', [
    'file:///repo/a.txt',
    'http://127.0.0.1:1/',
    'file:///repo/a.txt new',
    '-- file:///repo/b.txt',
  ]),
  ...subjects(
    'git status, git log, git diff, git show, git blame, git grep, git rev-parse, git ls-files, git remote -v, git describe, git shortlog, git reflog, git cat-file, git for-each-ref, git ls-remote, git worktree list, git config --get',
    GIT,
  ),
  ...subjects(
    'git branch, git tag, git fetch, git add, git commit -m x, git checkout, git rebase, git clone, git push, git pull, git merge, git archive, git format-patch, git bisect, git am, git stash list, git',
    GIT,
    { writes: true },
  ),
];
