import { carried, type Capabilities } from '../base/capabilities.ts';

/** What LangGraph can be asked and told, with LangChain's middleware and the agent inbox's schema. */
export const langGraphCapabilities: Capabilities = {
  framework: 'LangGraph',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers'),
    input: carried('by convention', 'an interrupt with a text, or with a question of ours'),
    select: carried('by convention', 'an interrupt with a question of ours'),
    confirm: carried('by convention', 'likewise'),
    combined: carried('by convention', 'likewise'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossy', "with its reason; the agent inbox's `ignore` has none"),
    modify_args: carried('lossless', 'arguments keep their types; the tool stays the same'),
    answer: carried('lossless', '`respond` or `response`, where the interrupt allows it'),
    remember: carried('refused', 'rules are kept by the gate'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('refused', 'cancel the run'),
    reply: carried('by convention', 'the plain value: text, choice, true or false, or parts by id'),
    decline: carried(
      'by convention',
      '`{ declined: true, note? }`; a text alone cannot be declined',
    ),
  },
  answerMode: 'positional',
  onSiblingDeny: 'drop',
};
