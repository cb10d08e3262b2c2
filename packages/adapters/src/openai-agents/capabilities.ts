import { carried, type Capabilities } from '../base/capabilities.ts';

/** What the OpenAI Agents SDK for JavaScript can be asked and told. */
export const openAiAgentsCapabilities: Capabilities = {
  framework: 'OpenAI Agents',
  requests: {
    authorization: carried('lossy', 'no reason, expiry, risk or reviewers'),
    input: carried('refused', 'the SDK asks no questions'),
    select: carried('refused', 'likewise'),
    confirm: carried('refused', 'likewise'),
    combined: carried('refused', 'likewise'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried(
      'refused',
      'denied with the arguments in the reason, only where asked for',
    ),
    answer: carried('by convention', 'rejected, with the text as the output of the call'),
    remember: carried(
      'refused',
      '`alwaysApprove` is wider than a rule; rules are kept by the gate',
    ),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('refused', 'drop the state'),
    reply: carried('refused', 'the SDK asks no questions'),
    decline: carried('refused', 'likewise'),
  },
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
