import { carried, type Capabilities } from '../base/capabilities.ts';

/** Capabilities of Claude Code, through the Claude Agent SDK. */
export const claudeCapabilities: Capabilities = {
  framework: 'Claude Agent SDK',
  requests: {
    authorization: carried('lossy', 'no expiry, risk or reviewers'),
    input: carried('refused', 'every question has choices; free text is one of them'),
    select: carried('lossy', 'a question of `AskUserQuestion`, without previews'),
    confirm: carried('refused', 'every question has choices'),
    combined: carried('lossy', 'several questions of `AskUserQuestion`, without previews'),
  },
  answers: {
    approve: carried('lossless'),
    deny: carried('lossless', 'with its reason'),
    modify_args: carried('lossless', '`updatedInput`'),
    answer: carried('by convention', 'denied, with the text as the result of the call'),
    remember: carried('refused', '`updatedPermissions` is not used; the gate keeps the rules'),
    pause: carried('refused', 'a request that is not answered stays pending'),
    abort_run: carried('lossy', "`interrupt`, which ends the turn with Claude Code's own message"),
    reply: carried(
      'by convention',
      '`updatedInput.answers`; several choices are separated by commas',
    ),
    decline: carried('by convention', "denied, with the person's note"),
  },
  expired: carried('lossy', 'denied, with a message that says so'),
  answerMode: 'any',
  onSiblingDeny: 'independent',
};
