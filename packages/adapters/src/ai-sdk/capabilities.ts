import { carried, type Capabilities } from '../base/capabilities.ts';

/** What the AI SDK can be asked and told, 6 and 7 alike. */
export const aiSdkCapabilities: Capabilities = {
  framework: 'AI SDK',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers; the reason from version 7 on'),
    input: carried('by convention', 'a tool without execute, with the arguments of ask_human'),
    select: carried('by convention', 'likewise'),
    confirm: carried('by convention', 'likewise'),
    combined: carried('by convention', 'likewise'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried(
      'refused',
      'denied with the arguments in the reason, only where asked for',
    ),
    answer: carried('by convention', 'the output of the call'),
    remember: carried('refused', 'rules are kept by the gate'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('refused', 'stop the chat'),
    reply: carried('by convention', 'the output of the tool that asks'),
    decline: carried('by convention', 'an error of the tool that asks'),
  },
  answerMode: 'all',
  onSiblingDeny: 'independent',
};
