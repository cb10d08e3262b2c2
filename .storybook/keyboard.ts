/** A key and its action. */
export type Key = readonly [keys: string, does: string];

const CARD: readonly Key[] = [
  ['Tab, Shift Tab', 'Moves through fields and buttons in reading order.'],
  ['Enter, Space', 'Activates the focused button. Key repeat is ignored.'],
  ['Escape', 'Hides the actions that “More actions” shows. It never answers.'],
];

const QUESTION: readonly Key[] = [
  ['Enter', 'Sends a single-line answer. An Enter that ends an IME composition does not.'],
  ...CARD,
];

const CHOICES: Key = ['↑ ↓', 'Moves through the choices of a question and selects.'];

const PAGE: readonly Key[] = [
  ['Tab, Shift Tab', 'Moves through the controls.'],
  ['Enter, Space', 'Activates the focused button.'],
];

/** Keyboard shortcuts of each component. Components that are not listed cannot be focused. */
export const KEYBOARD: Readonly<Record<string, readonly Key[]>> = {
  Confirm: CARD,
  Input: QUESTION,
  Select: [CHOICES, ...CARD],
  Combined: [CHOICES, ...QUESTION],
  Interaction: [...CARD, ['Escape', 'Closes the dialog without answering.']],
  Batch: [
    ['↑ ↓', 'Opens the previous or next call and closes the current one.'],
    ['A', 'Allows the open call. At high risk it only focuses the button.'],
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
    ['Tab, Shift Tab', 'Moves through the fields in the order of the arguments.'],
    ['Enter, Space', 'Activates a button or toggles a checkbox.'],
  ],
  LineDiff: [],
  VisibleText: [],
  HitlProvider: [],
};
