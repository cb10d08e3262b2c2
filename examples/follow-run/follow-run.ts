import { RunEventSchema, checkResponse } from '@hitl/protocol';
import { INITIAL_CONTROL, evolveRun, findPending, sessionStatus } from '@hitl/protocol/fold';

const base = process.env.HITL_URL ?? 'http://127.0.0.1:8787';
const headers = { authorization: `Bearer ${process.env.HITL_TOKEN ?? ''}` };
const inbox = await fetch(`${base}/interactions?status=pending`, { headers });
if (!inbox.ok) throw new Error(await inbox.text());
const { interactions } = await inbox.json();
for (const { id, run_id } of interactions) {
  const { body } = await fetch(`${base}/runs/${run_id}/events`, { headers });
  if (body === null) continue;
  let state = INITIAL_CONTROL;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data === undefined) continue;
      const event = RunEventSchema.safeParse(JSON.parse(data));
      if (event.success) state = evolveRun(state, event.data);
    }
    if (sessionStatus(state) === 'waiting_permission') break;
  }
  const request = findPending(state, id)?.pending.request;
  if (request === undefined) continue;
  console.log(request.title, request.tool_name);
  console.log(checkResponse(request, { request_id: id, type: 'input', text: 'hello' }));
}
