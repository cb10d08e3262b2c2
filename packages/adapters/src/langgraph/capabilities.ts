import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of LangGraph, with LangChain's middleware and the schema of the agent inbox. */
export const langGraphCapabilities: Capabilities = {
  framework: 'LangGraph',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers'),
    input: carried('by convention', 'an interrupt with a text, or with one of our questions'),
    select: carried('by convention', 'an interrupt with one of our questions'),
    confirm: carried('by convention', 'an interrupt with one of our questions'),
    combined: carried('by convention', 'an interrupt with one of our questions'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossy', "with its reason; the agent inbox's `ignore` has none"),
    modify_args: carried('lossless', 'arguments keep their types; the tool stays the same'),
    answer: carried('lossless', '`respond` or `response`, if the interrupt allows it'),
    remember: carried('refused', 'the gate keeps the rules'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'cancel the run'),
    reply: carried('by convention', 'the plain value: text, choice, true or false, or parts by id'),
    decline: carried(
      'by convention',
      '`{ declined: true, note? }`; a text alone cannot be declined',
    ),
  },
  expired: carried('lossy', 'with the gate: the result of the call says so'),
  answerMode: 'positional',
  onSiblingDeny: 'drop',
};
