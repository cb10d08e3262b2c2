// Writes a file of orders, slowly, and says how far it is. Its arguments come as JSON on stdin.
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { file, orders } = JSON.parse(input);

const BATCHES = 20;
writeFileSync(file, 'order,cents\n');
for (let batch = 1; batch <= BATCHES; batch += 1) {
  await sleep(150);
  const progress = Math.round((orders * batch) / BATCHES);
  appendFileSync(file, `${progress},${progress * 100}\n`);
  const report = { progress, total: orders, text: `Writing ${file}` };
  console.error(`::progress ${JSON.stringify(report)}`);
}
console.log(`Wrote ${orders} orders to ${file}.`);
