/** A key, and what it does. */
export type Key = readonly [keys: string, does: string];

const CARD: readonly Key[] = [
  ['Tab, Shift Tab', 'Goes through fields and buttons in the order in which they are read.'],
  [
    'Enter, Space',
    'Presses the button that has the focus. A key that is held down decides nothing.',
  ],
  ['Escape', 'Closes what is open, such as a menu or a reason. It never answers.'],
];

const QUESTION: readonly Key[] = [
  ['Enter', 'In a line of text: sends. The Enter that ends a composition sends nothing.'],
  ...CARD,
];

const CHOICES: Key = ['↑ ↓', 'Goes through the choices of one question, and chooses.'];

const PAGE: readonly Key[] = [
  ['Tab, Shift Tab', 'Goes through what can be pressed.'],
  ['Enter, Space', 'Presses the button that has the focus.'],
];

/** What the keys do in each component. What is not here cannot have the focus. */
export const KEYBOARD: Readonly<Record<string, readonly Key[]>> = {
  Confirm: [...CARD, ['↑ ↓', 'In the menu “More actions”: goes through what else can be done.']],
  Input: QUESTION,
  Select: [CHOICES, ...CARD],
  Combined: [CHOICES, ...QUESTION],
  Interaction: [...CARD, ['Escape', 'Closes a dialog and answers nothing.']],
  Batch: [
    ['↑ ↓', 'Opens the call before or after, and closes the one that was open.'],
    [
      'A',
      'Allows the call that is open. At high risk it goes to the button and does not press it.',
    ],
    ['D', 'Denies it.'],
    ['E', 'Edits its arguments.'],
    ...CARD,
  ],
  ToolCall: [['Enter, Space', 'Opens and closes the line of a call.'], ...CARD],
  PendingRequests: CARD,
  Outbox: PAGE,
  Grants: [...PAGE, ['Enter', 'On “Revoke”: revokes; the focus goes to “Undo”.']],
  Inbox: PAGE,
  PendingBadge: [],
  Progress: [],
  RunControls: [...PAGE, ['Enter', 'On “Stop the run”: asks for a second press.']],
  Receipt: PAGE,
  AuditTrail: [...PAGE, ['↑ ↓, Page Up, Page Down', 'Scrolls a long trail.']],
  ArgsPreview: PAGE,
  ArgsEditor: [
    ['Tab, Shift Tab', 'Goes through the fields in the order of the arguments.'],
    ['Enter, Space', 'Presses a button, or turns a yes or no over.'],
  ],
  LineDiff: [],
  VisibleText: [],
  HitlProvider: [],
};
