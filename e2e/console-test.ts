import { expect, test as base } from '@playwright/test';

interface ConsoleFixtures {
  /** Messages that a test causes itself, such as by cutting the network. Default: none. */
  expectedMessages: RegExp | null;
  failOnConsole: void;
}

/** A test that fails if any of its pages writes an error or a warning to the console. */
export const test = base.extend<ConsoleFixtures>({
  expectedMessages: [null, { option: true }],
  failOnConsole: [
    async ({ context, expectedMessages }, use) => {
      const written: string[] = [];
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        const text = `${message.text()} (${message.location().url})`;
        if (expectedMessages?.test(text) !== true) written.push(text);
      });
      context.on('weberror', (error) => written.push(String(error.error())));
      await use();
      expect(written, 'what pages wrote to the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
