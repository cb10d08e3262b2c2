import { openJail, type Jail, type JailContents } from './jail.ts';

/** A shell that lines are run in, instead of bash. */
export interface OtherShell {
  readonly name: 'zsh' | 'dash';
  /** Its program on this machine. */
  readonly path: string;
}

/** A jail whose lines run in another shell. */
export async function inShell({ name, path }: OtherShell, contents: JailContents): Promise<Jail> {
  const jail = await openJail({ ...contents, programs: { ...contents.programs, [name]: path } });
  const option = name === 'zsh' ? '-fc' : '-c';
  return {
    ...jail,
    version: `${name} ${path}`,
    async run(lines) {
      const deeds = await jail.run(
        lines.map((line) => `exec ${name} ${option} '${line.replaceAll("'", `'\\''`)}'`),
      );
      return deeds.map(
        (done) => done && { ...done, ran: done.ran.filter(([program]) => program !== name) },
      );
    },
  };
}
