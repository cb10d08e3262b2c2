import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of the Agent Client Protocol: the requests of an agent and their answers. */
export const acpCapabilities: Capabilities = {
  framework: 'Agent Client Protocol',
  requests: {
    authorization: carried(
      'lossy',
      'no expiry, risk or reviewers; arguments as the agent shows them',
    ),
    input: carried('lossless', 'a field of a form of an elicitation'),
    select: carried('lossless', 'a field of a form, or options other than yes and no'),
    confirm: carried('lossless', 'a field of a form, a form without fields, or a URL to open'),
    combined: carried('lossless', 'a form; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('lossless', '`allow_once`'),
    deny: carried('lossy', '`reject_once`, without its reason'),
    modify_args: carried('refused', 'the agent runs the call as it requested it'),
    answer: carried('refused', 'the agent produces the result itself'),
    remember: carried(
      'by convention',
      '`always` without patterns, if the agent offers that option',
    ),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried(
      'by convention',
      '`cancelTurn` of the gate; with your own cards, cancel the turn',
    ),
    reply: carried('lossless', 'the option, or `accept` with the types of the schema'),
    decline: carried('lossy', "`decline` of a form, without the person's note"),
  },
  expired: carried('lossless', 'an error of the request; no option is chosen'),
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
