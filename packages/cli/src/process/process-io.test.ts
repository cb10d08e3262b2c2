import { expect, test } from 'vitest';
import { startProcess, type Ended, type ProcessOptions } from '../../tests/process.fixture.ts';

const MODULE = new URL('./process-io.ts', import.meta.url).href;

/** Runs a program that has `io`. */
function run(program: string, options: Partial<ProcessOptions> = {}): Promise<Ended> {
  const source = `import { createProcessIo, ignoreClosedOutput } from ${JSON.stringify(MODULE)};
    const io = createProcessIo();
    ${program}`;
  const args = ['--input-type=module', '--eval', source];
  return startProcess(args, { cwd: import.meta.dirname, input: '', ...options }).ended;
}

test('output is whole and in order, however long it is', async () => {
  const lengths = [10, 4080, 50, 200_000, 1];
  const program = `for (const length of [${lengths.join()}]) io.stdout.write('\u{E4}'.padEnd(length, '.'));`;
  const stdout = lengths.map((length) => '\u{E4}'.padEnd(length, '.')).join('');
  expect(await run(program)).toMatchObject({ code: 0, stdout, stderr: '' });
});

test('a callback is called once each text is written', async () => {
  const program = `
    io.stdout.write('short', () => io.stderr.write('1'));
    io.stdout.write('long'.repeat(10_000), () => io.stderr.write('2'));`;
  expect(await run(program)).toMatchObject({ code: 0, stderr: '12' });
});

test('only long output needs a stream, and not the question for a terminal', async () => {
  const program = `
    io.stdout.write('short');
    const found = [io.stdout.isTTY, io.hasStreams()];
    io.stdout.write('long'.repeat(10_000));
    io.stderr.write(JSON.stringify([...found, io.hasStreams()]));`;
  expect((await run(program)).stderr).toBe('[false,false,true]');
});

test('a closed stdout ends the program quietly, even if it had more to do', async () => {
  const program = `setInterval(() => io.stdout.write('more'), 1);`;
  expect(await run(program, { unread: 'stdout' })).toMatchObject({ code: 0, stderr: '' });
});

test('a program that ignores closed outputs continues to its end', async () => {
  const program = `
    ignoreClosedOutput(io);
    io.stdout.write('lost', () => io.stderr.write('lost too', () => { process.exitCode = 3; }));`;
  expect(await run(program, { unread: true })).toMatchObject({ code: 3 });
});
