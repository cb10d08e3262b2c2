/** An agent whose tool writes a line each time it runs. */
export const cashier = {
  'hitl/all.yaml': `type: model
name: script
provider: scripted
turns:
  - tool_calls: [{ id: c1, name: pay, args: { amount: 5 } }]
  - text: 'Paid: {{c1}}'
---
type: tool
name: pay
kind: command
command: [node, ../pay.mjs]
parameters: { type: object, properties: { amount: { type: number } }, required: [amount] }
requires_consent: true
---
type: permission_store
name: rules
---
type: agent
name: cashier
model: script
tools: [pay]
permission_store: rules
`,
  'pay.mjs': `import { appendFileSync, existsSync, readFileSync, watch } from 'node:fs';
import { once } from 'node:events';
const { amount } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('ledger', 'began ' + amount + '\\n');
if (existsSync('hold')) await new Promise((resolve) => {
  const watcher = watch('.', () => { if (!existsSync('hold')) { watcher.close(); resolve(); } });
  if (!existsSync('hold')) { watcher.close(); resolve(); }
});
appendFileSync('ledger', 'paid ' + amount + '\\n');
console.log('receipt');
`,
};
