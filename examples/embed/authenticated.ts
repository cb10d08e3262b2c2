import { createHitl, createScriptedModel } from '@hitl/server';

/** Logged-in users by the value of their cookie; an application uses its own sessions. */
const sessions = new Map([['s3cret', 'ann']]);

export const hitl = createHitl({
  agents: [{ name: 'clerk' }],
  models: [createScriptedModel({ name: 'script', turns: [{ text: 'Done.' }] })],
  authenticate(request) {
    const cookie = request.headers.get('cookie') ?? '';
    const userId = sessions.get(/(?:^|; )session=([^;]*)/.exec(cookie)?.[1] ?? '');
    return userId === undefined ? null : { userId, roles: [] };
  },
});
