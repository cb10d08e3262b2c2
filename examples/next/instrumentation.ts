// instrumentation.ts
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { hitl } = await import('./hitl');
  await hitl.start();
}
