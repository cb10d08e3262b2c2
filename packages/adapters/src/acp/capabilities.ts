import { carried, type Capabilities } from '../base/capabilities.ts';

/** What an agent of the Agent Client Protocol can ask, and what it can be told. */
export const acpCapabilities: Capabilities = {
  framework: 'Agent Client Protocol',
  requests: {
    authorization: carried(
      'lossy',
      'no expiry, risk or reviewers; arguments as the agent shows them',
    ),
    input: carried('lossless', 'a field of a form of an elicitation'),
    select: carried('lossless', 'a field of a form, or options that are more than yes and no'),
    confirm: carried('lossless', 'a field of a form, a form without fields, or a page to open'),
    combined: carried('lossless', 'a form; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('lossless', '`allow_once`'),
    deny: carried('lossy', '`reject_once`, without its reason'),
    modify_args: carried('refused', 'the agent runs what it asked about'),
    answer: carried('refused', 'likewise'),
    remember: carried(
      'by convention',
      '`always` without patterns, where the agent has that option',
    ),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried(
      'by convention',
      '`cancelTurn` of the gate; in cards of your own, cancel the turn',
    ),
    reply: carried('lossless', 'the option, or accept with the types of the schema'),
    decline: carried('lossy', 'decline of a form, without what the person wrote'),
  },
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
