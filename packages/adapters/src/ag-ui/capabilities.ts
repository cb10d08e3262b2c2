import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of AG-UI for the requests of our agents and their answers. */
export const agUiCapabilities: Capabilities = {
  framework: 'AG-UI',
  requests: {
    authorization: carried('lossless', 'the whole request is in the metadata of the interrupt'),
    input: carried('lossless', 'the whole request is in the metadata of the interrupt'),
    select: carried('lossless', 'the whole request is in the metadata of the interrupt'),
    confirm: carried('lossless', 'the whole request is in the metadata of the interrupt'),
    combined: carried('lossless', 'the whole request is in the metadata of the interrupt'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('lossless', '`editedArgs` contains all arguments'),
    answer: carried('refused', 'in the inbox only'),
    remember: carried(
      'by convention',
      '`remember` in the payload, as described in the `responseSchema`',
    ),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'in the inbox only'),
    reply: carried('lossless', 'a payload that matches the `responseSchema`'),
    decline: carried('by convention', '`declined` in the payload'),
  },
  expired: carried(
    'lossless',
    '`expiresAt`; the call does not run, and a later answer is an error',
  ),
  answerMode: 'all',
  onSiblingDeny: 'independent',
};

/** Capabilities of our cards for the interrupts of other AG-UI agents and their answers. */
export const agUiAgentCapabilities: Capabilities = {
  framework: 'AG-UI agents',
  requests: {
    authorization: carried('lossy', 'no risk or reviewers; refused without the call in a message'),
    input: carried(
      'lossless',
      'a field of the `responseSchema`: text, number, e-mail, address, date',
    ),
    select: carried('lossless', 'a field of the `responseSchema`: one or several of a list'),
    confirm: carried('lossless', 'a boolean `responseSchema`, or a `confirmation` without one'),
    combined: carried(
      'lossless',
      'a flat `responseSchema`; nested objects and patterns are refused',
    ),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossy', 'with its reason if the `responseSchema` has a property for it'),
    modify_args: carried('lossless', 'if the `responseSchema` has `editedArgs`'),
    answer: carried('refused', 'AG-UI cannot represent it'),
    remember: carried('by convention', 'if the interrupt carries one of our requests'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('refused', 'stop the run'),
    reply: carried('lossless', 'with the types of the `responseSchema`'),
    decline: carried('lossy', "cancelled, without the person's note"),
  },
  expired: carried('lossy', 'cancelled, as if declined'),
  answerMode: 'all',
  onSiblingDeny: 'independent',
};
