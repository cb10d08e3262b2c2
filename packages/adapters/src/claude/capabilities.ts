import { carried, type Capabilities } from '../base/capabilities.ts';

/** What Claude Code can be asked and told through the Claude Agent SDK. */
export const claudeCapabilities: Capabilities = {
  framework: 'Claude Agent SDK',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers'),
    input: carried('refused', 'a question has choices; a free text is one of them'),
    select: carried('lossy', 'a question of AskUserQuestion, without previews'),
    confirm: carried('refused', 'a question has choices'),
    combined: carried('lossy', 'several questions of AskUserQuestion, without previews'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('lossless', 'updatedInput'),
    answer: carried('by convention', 'denied, with the text as the result of the call'),
    remember: carried('refused', '`updatedPermissions` is not used; rules are kept by the gate'),
    pause: carried('refused', 'what is not answered waits'),
    abort_run: carried('lossy', '`interrupt`, which ends the turn with words of Claude Code'),
    reply: carried('by convention', '`updatedInput.answers`; several choices with commas between'),
    decline: carried('by convention', 'denied, with what the person wrote'),
  },
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
