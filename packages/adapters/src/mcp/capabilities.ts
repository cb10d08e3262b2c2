import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of MCP elicitation. */
export const mcpCapabilities: Capabilities = {
  framework: 'MCP elicitation',
  requests: {
    authorization: carried('refused', 'MCP asks for values; calls are gated by the gateway'),
    input: carried('lossless', 'a field of a form: text, number, e-mail, address, date'),
    select: carried('lossless', 'a field of a form: one or several of a list'),
    confirm: carried('lossless', 'a field of a form, a form without fields, or a URL to open'),
    combined: carried('lossless', 'a form; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('refused', 'there is no call to approve'),
    deny: carried('refused', 'there is no call to approve'),
    modify_args: carried('refused', 'there is no call to approve'),
    answer: carried('refused', 'there is no call to approve'),
    remember: carried('refused', 'an answer applies to one request'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('lossy', '`cancel`'),
    reply: carried('lossless', '`accept`, with the types of the schema'),
    decline: carried('lossy', "`decline`, without the person's note"),
  },
  expired: carried('lossless', '`cancel`'),
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
