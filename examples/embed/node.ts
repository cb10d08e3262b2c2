import { serve } from '@hitl/server/node';
import { hitl } from './hitl.ts';

const port = Number(process.env.PORT ?? 8787);
const served = await serve({ handler: hitl, port });
console.log(`listening on ${served.url}`);

process.once('SIGTERM', async () => {
  await Promise.all([hitl.close(), served.close()]);
});
