import { toNodeHandler } from '@hitl/server/node';
import express from 'express';
import { hitl } from './hitl.ts';

const app = express();
// Before or after express.json().
app.use('/hitl', toNodeHandler(hitl));
app.get('/', (_request, response) => void response.send('Your own pages'));

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, '127.0.0.1', () => console.log('listening', server.address()));
