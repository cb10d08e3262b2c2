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
