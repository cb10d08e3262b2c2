import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of Mastra agents. */
export const mastraCapabilities: Capabilities = {
  framework: 'Mastra',
  requests: {
    authorization: carried('lossy', 'no reason, expiry, risk or reviewers'),
    input: carried('lossless', '`ask_user`, or a `resumeSchema` with a text or a number'),
    select: carried('lossless', '`ask_user` with options, or a `resumeSchema` with a list'),
    confirm: carried('lossless', 'a boolean `resumeSchema`'),
    combined: carried('lossless', 'a flat `resumeSchema`; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('refused', 'if enabled, denied with the new arguments in the reason'),
    answer: carried('by convention', "declined, with the text as the call's output"),
    remember: carried('refused', 'the gate keeps the rules'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'discard the run'),
    reply: carried('lossless', 'with the types of the `resumeSchema`'),
    decline: carried('refused', 'a suspended tool continues only with an answer'),
  },
  expired: carried('lossy', 'with the gate: the result of the call says so'),
  answerMode: 'ordered',
  onSiblingDeny: 'independent',
};
