import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of AI SDK 6 and 7. */
export const aiSdkCapabilities: Capabilities = {
  framework: 'AI SDK',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers; a reason since version 7'),
    input: carried('by convention', 'a tool without `execute`, with the arguments of `ask_human`'),
    select: carried('by convention', 'a tool without `execute`, with the arguments of `ask_human`'),
    confirm: carried(
      'by convention',
      'a tool without `execute`, with the arguments of `ask_human`',
    ),
    combined: carried(
      'by convention',
      'a tool without `execute`, with the arguments of `ask_human`',
    ),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('refused', 'if enabled, denied with the new arguments in the reason'),
    answer: carried('by convention', 'the output of the call'),
    remember: carried('refused', 'the gate keeps the rules'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'stop the chat'),
    reply: carried('by convention', "the output of the question's tool call"),
    decline: carried('by convention', "an error of the question's tool call"),
  },
  expired: carried('lossy', 'with the gate: the tool fails with an error that says so'),
  answerMode: 'all',
  onSiblingDeny: 'independent',
};
