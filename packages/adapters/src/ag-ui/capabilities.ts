import { carried, type Capabilities } from '../base/capabilities.ts';

/** What an AG-UI client can be asked by our agents, and can answer. */
export const agUiCapabilities: Capabilities = {
  framework: 'AG-UI',
  requests: {
    authorization: carried('lossless', 'the whole request is in the metadata of the interrupt'),
    input: carried('lossless', 'likewise'),
    select: carried('lossless', 'likewise'),
    confirm: carried('lossless', 'likewise'),
    combined: carried('lossless', 'likewise'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('lossless', 'editedArgs are all arguments'),
    answer: carried('refused', 'in the inbox only'),
    remember: carried('by convention', 'remember in the payload, as the responseSchema says'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('refused', 'in the inbox only'),
    reply: carried('lossless', 'as the responseSchema says'),
    decline: carried('by convention', 'declined in the payload'),
  },
  answerMode: 'all',
  onSiblingDeny: 'independent',
};

/** What an AG-UI agent of others can ask in our cards, and can be told. */
export const agUiAgentCapabilities: Capabilities = {
  framework: 'AG-UI agents',
  requests: {
    authorization: carried('lossy', 'no risk or reviewers; refused without the call in a message'),
    input: carried(
      'lossless',
      'a field of the responseSchema: text, number, e-mail, address, date',
    ),
    select: carried('lossless', 'a field of the responseSchema: one or several of a list'),
    confirm: carried(
      'lossless',
      'a responseSchema of true or false, or a confirmation without one',
    ),
    combined: carried('lossless', 'a flat responseSchema; nested objects and patterns are refused'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossy', 'with its reason, where the responseSchema has a place for it'),
    modify_args: carried('lossless', 'where the responseSchema has editedArgs'),
    answer: carried('refused', 'AG-UI has no word for it'),
    remember: carried('by convention', 'where the interrupt carries a request of ours'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('refused', 'stop the run'),
    reply: carried('lossless', 'with the types of the responseSchema'),
    decline: carried('lossy', 'cancelled, without what the person wrote'),
  },
  answerMode: 'all',
  onSiblingDeny: 'independent',
};
