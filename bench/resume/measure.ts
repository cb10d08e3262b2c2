import { createOurs } from './ours.ts';
import { COMMAND, LAST_WORD, messageOf, type Place } from './workload.ts';

/** Results of one process. */
export interface Measured {
  /** Of one cycle, in milliseconds. */
  readonly median_ms: number;
  readonly cpu_ms: number;
}

const [name, kind, url, messages = '0', cycles = '20'] = process.argv.slice(2);
if ((kind !== 'sqlite' && kind !== 'postgres') || url === undefined) {
  throw new Error('usage: measure.ts ours|langgraph sqlite|postgres URL MESSAGES CYCLES');
}
const place: Place = { kind, url };
const subject =
  name === 'ours'
    ? createOurs(place)
    : await (
        await import('../peers/langgraph.mjs')
      ).createLangGraph(place, { messageOf, command: COMMAND, lastWord: LAST_WORD });

// The first ones warm up.
const warmUp = 10;
const conversations: string[] = [];
for (let index = 0; index < warmUp + Number(cycles); index += 1) {
  conversations.push(await subject.prepare(Number(messages)));
}
await subject.restart();
for (const conversation of conversations.splice(0, warmUp)) await subject.cycle(conversation);

const times: number[] = [];
const cpu = process.cpuUsage();
for (const conversation of conversations) {
  const begun = performance.now();
  await subject.cycle(conversation);
  times.push(performance.now() - begun);
}
const { user, system } = process.cpuUsage(cpu);
await subject.close();
const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
const measured: Measured = { median_ms: median, cpu_ms: (user + system) / 1000 / times.length };
console.log(JSON.stringify(measured));
