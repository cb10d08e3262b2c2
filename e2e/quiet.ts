import { expect, test as base } from '@playwright/test';

interface Quiet {
  /** Messages that a test brings about itself, as when it cuts the network. Default: none. */
  expectedMessages: RegExp | null;
  quiet: void;
}

/** A test that fails if any of its pages writes an error or a warning to the console. */
export const test = base.extend<Quiet>({
  expectedMessages: [null, { option: true }],
  quiet: [
    async ({ context, expectedMessages }, use) => {
      const said: string[] = [];
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        const text = `${message.text()} (${message.location().url})`;
        if (expectedMessages?.test(text) !== true) said.push(text);
      });
      context.on('weberror', (error) => said.push(String(error.error())));
      await use();
      expect(said, 'what pages wrote to the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
