// Starts one of the chats, with a server behind it: pnpm example vue
import { serve } from '@hitl/server/node';
import { createServer } from 'vite';
import { createChatServer } from './server.ts';

const [name = 'vanilla'] = process.argv.slice(2);
const hitl = createChatServer((what) => console.log(what));
const api = await serve({ handler: hitl, port: 0 });
process.env['HITL_URL'] = api.url;
const pages = await createServer({ configFile: `examples/${name}/vite.config.ts` });
await pages.listen();
console.log(`The chat in ${name}:`);
pages.printUrls();
