import { carried, type Capabilities } from '../base/capabilities.ts';

/** What an MCP server can ask by elicitation, and what it can be told. */
export const mcpCapabilities: Capabilities = {
  framework: 'MCP elicitation',
  requests: {
    authorization: carried('refused', 'MCP asks for values; calls are gated by the gateway'),
    input: carried('lossless', 'a field of a form: text, number, e-mail, address, date'),
    select: carried('lossless', 'a field of a form: one or several of a list'),
    confirm: carried('lossless', 'a field of a form, a form without fields, or a page to open'),
    combined: carried('lossless', 'a form; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('refused', 'there is no call to approve'),
    deny: carried('refused', 'likewise'),
    modify_args: carried('refused', 'likewise'),
    answer: carried('refused', 'likewise'),
    remember: carried('refused', 'an answer counts once'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('lossy', 'cancel'),
    reply: carried('lossless', 'accept, with the types of the schema'),
    decline: carried('lossy', 'decline, without what the person wrote'),
  },
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
