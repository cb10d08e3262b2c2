import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { test } from 'vitest';
import { installPeers } from './peers.ts';

/**
 * Size of what a page downloads so that a person can approve a tool call: gzip, minified, with everything that
 * is loaded later, without React. Each kit is imported as its documentation says.
 */
interface Kit {
  readonly name: string;
  /** The parts that are shown without further code from the host. */
  readonly shows: string;
  /** Packages whose versions are printed, `undefined` for ours. */
  readonly versions?: readonly string[];
  readonly code: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const peers = fileURLToPath(new URL('peers', import.meta.url));

const KITS: readonly Kit[] = [
  {
    name: 'HITL: client and Confirm',
    shows: 'a card',
    code: `export { createHitlClient } from './packages/client/dist/index.js';
      export { HitlProvider, Confirm } from './packages/react/dist/index.js';`,
  },
  {
    name: 'HITL: client and useConfirm',
    shows: 'nothing',
    code: `export { createHitlClient } from './packages/client/dist/index.js';
      export { HitlProvider, useConfirm } from './packages/react/dist/headless.js';`,
  },
  {
    name: 'AI SDK: useChat',
    shows: 'nothing',
    versions: ['ai', '@ai-sdk/react'],
    code: `export { useChat } from '@ai-sdk/react';
      export { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';`,
  },
  {
    name: 'assistant-ui: primitives and makeAssistantToolUI',
    shows: 'nothing',
    versions: ['@assistant-ui/react'],
    code: `export {
        AssistantRuntimeProvider, MessagePrimitive, ThreadPrimitive, makeAssistantToolUI, useLocalRuntime,
      } from '@assistant-ui/react';`,
  },
  {
    name: 'CopilotKit, headless: useHumanInTheLoop and useInterrupt',
    shows: 'nothing',
    versions: ['@copilotkit/react-core'],
    code: `export { CopilotKitCoreReact, useHumanInTheLoop, useInterrupt } from '@copilotkit/react-core/v2/headless';`,
  },
];

/** Bytes after gzip. One file, so dynamic imports count as well. */
async function sizeOf({ code, versions }: Kit): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: versions === undefined ? root : peers },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles.reduce(
    (sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length,
    0,
  );
}

async function versionOf(name: string): Promise<string> {
  const text = await readFile(`${peers}/node_modules/${name}/package.json`, 'utf8');
  return `${name} ${(JSON.parse(text) as { version: string }).version}`;
}

test('size of a working approval in the browser', { timeout: 300_000 }, async () => {
  installPeers();
  for (const kit of KITS) {
    const size = await sizeOf(kit);
    const versions = await Promise.all((kit.versions ?? []).map(versionOf));
    console.log(
      `${kit.name}: ${(size / 1000).toFixed(1)} kB, shows ${kit.shows} ${versions.join(', ')}`,
    );
  }
});
