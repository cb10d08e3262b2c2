import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of the OpenAI Agents SDK for JavaScript. */
export const openAiAgentsCapabilities: Capabilities = {
  framework: 'OpenAI Agents',
  requests: {
    authorization: carried('lossy', 'no reason, expiry, risk or reviewers'),
    input: carried('refused', 'the SDK has no questions'),
    select: carried('refused', 'the SDK has no questions'),
    confirm: carried('refused', 'the SDK has no questions'),
    combined: carried('refused', 'the SDK has no questions'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('refused', 'if enabled, denied with the new arguments in the reason'),
    answer: carried('by convention', 'rejected, with the text as the output of the call'),
    remember: carried(
      'refused',
      '`alwaysApprove` is broader than a rule; the gate keeps the rules',
    ),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'discard the state'),
    reply: carried('refused', 'the SDK has no questions'),
    decline: carried('refused', 'the SDK has no questions'),
  },
  expired: carried('lossy', 'rejected, with a message that says so'),
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
