import { onTestFinished, expect, test } from 'vitest';
import { connectMongo } from './mongo-connect.ts';

async function optionsOf(url: string, params?: Parameters<typeof connectMongo>[1]) {
  const client = await connectMongo(url, params);
  onTestFinished(() => client.close());
  return client.options;
}

test('a call without a reply fails, and a start reports soon that there is no server', async () => {
  expect(await optionsOf('mongodb://localhost')).toMatchObject({
    appName: 'hitl',
    connectTimeoutMS: 10_000,
    serverSelectionTimeoutMS: 10_000,
    socketTimeoutMS: 30_000,
  });
});

test('options of the URL apply, and params take precedence', async () => {
  const url =
    'mongodb://localhost/runs?serverselectiontimeoutms=3000&appName=ours&socketTimeoutMS=7';
  expect(await optionsOf(url, { socketTimeoutMS: 8 })).toMatchObject({
    appName: 'ours',
    serverSelectionTimeoutMS: 3000,
    socketTimeoutMS: 8,
  });
});
