import { approvalOf, createHitlClient, createSessionStore, createSubmission } from '@hitl/client';
import { createDraft, createDrafts, denialOf, type SubmissionSnapshot } from '@hitl/client';
import type { InteractionPart, InteractionRequest, PartResponse } from '@hitl/protocol';

// The session is in the address, so that a reload and a second tab show the same one.
location.hash ||= Math.random().toString(36).slice(2);

const client = createHitlClient();
const drafts = createDrafts({ client });
const session = createSessionStore(client, location.hash.slice(1));
const { agents } = await client.listAgents();

/** Cards by request: kept while it waits, so that what was typed stays. */
const cards = new Map<string, HTMLElement>();

function render(): void {
  const { messages, live, outbox, pending, connection } = session.getSnapshot();
  const quiet = connection.status === 'open' || connection.status === 'closed';
  byId('connection').textContent = quiet ? '' : `${connection.status} …`;
  byId('messages').replaceChildren(
    ...messages.map(({ role, content }) => element('li', { className: role }, content)),
    ...live.map(({ text }) => element('li', { className: 'assistant live' }, text)),
    ...outbox.map((one) => element('li', { className: 'live' }, `${one.input} (${one.status})`)),
  );
  const waiting = new Set(pending.map(({ id }) => id));
  for (const [id, card] of cards) if (!waiting.has(id) && cards.delete(id)) card.remove();
  for (const request of pending.filter(({ id }) => !cards.has(id))) {
    const card = createCard(request);
    cards.set(request.id, card);
    byId('waiting').append(card);
  }
}

/** Shows one request whole and takes its answer. */
function createCard(request: InteractionRequest): HTMLElement {
  const submission = createSubmission(client, request);
  const isQuestion = request.purpose !== 'authorization';
  const call = JSON.stringify(request.tool_args, null, 2);
  const fields = isQuestion ? fieldsOf(request) : undefined;
  if (fields) keepDraft(request, fields.node);
  const button = (label: string, answer: () => PartResponse): HTMLButtonElement =>
    element('button', { type: 'button', onclick: () => void submission.submit(answer()) }, label);
  const answer = fields?.read ?? (() => approvalOf(request));
  const buttons = [button(isQuestion ? 'Send' : 'Allow', answer)];
  if (!isQuestion && request.metadata['rememberable'] !== false) {
    buttons.push(button('Always', () => approvalOf(request, { remember: { scope: 'always' } })));
  }
  if (request.allowed_actions.includes('deny')) {
    buttons.push(button(isQuestion ? 'Decline' : 'Deny', () => denialOf(request)));
  }
  const status = element('p', { role: 'status' });
  const show = (): void => {
    const snapshot = submission.getSnapshot();
    const isLive = ['pending', 'paused', 'failed'].includes(snapshot.status);
    for (const one of buttons) one.disabled = !isLive;
    status.textContent = wordsFor(snapshot);
  };
  submission.subscribe(show);
  show();
  return element(
    'section',
    { className: 'card', ariaLabel: isQuestion ? request.title : request.tool_name },
    fields?.node ?? element('pre', {}, `${request.tool_name} ${call}`),
    ...buttons,
    status,
  );
}

/** What a person has to know about the fate of the answer. */
function wordsFor({ status, error, settlement }: SubmissionSnapshot): string {
  if (status === 'pending') return '';
  if (status === 'failed')
    return [error, ...(error?.errors ?? [])].map((one) => one?.message).join();
  if (status === 'unknown') return 'No word came back. Asking the server what stands.';
  if (status === 'answered_elsewhere') return `Answered by ${settlement?.resolvedBy ?? 'another'}.`;
  return `${status}.`;
}

/** Native fields for a question of any type, and what was filled in. */
function fieldsOf(part: InteractionPart): { node: HTMLElement; read: () => PartResponse } {
  const { id: request_id, type, title } = part;
  const titled = (...children: (Node | string)[]): HTMLElement =>
    element('fieldset', {}, element('legend', {}, title), ...children);
  if (part.type === 'combined') {
    const parts = part.interactions.map(fieldsOf);
    const read = () => ({ request_id, type, responses: parts.map((one) => one.read()) });
    return { node: titled(...parts.map(({ node }) => node)), read };
  }
  if (part.type === 'input') {
    const field = element('input', { ariaLabel: title, value: part.default_value ?? '' });
    if (part.sensitive) field.type = 'password';
    return { node: titled(field), read: () => ({ request_id, type, text: field.value }) };
  }
  const box = (kind: string, label: string, value = ''): [HTMLInputElement, HTMLElement] => {
    const input = element('input', { type: kind, name: request_id, value });
    return [input, element('label', {}, input, ` ${label}`)];
  };
  if (part.type === 'confirm') {
    const [input, label] = box('checkbox', part.confirm_text ?? 'Yes');
    return { node: titled(label), read: () => ({ request_id, type, confirmed: input.checked }) };
  }
  const kind = part.multiple ? 'checkbox' : 'radio';
  const options = part.options.map(({ value, label }) => box(kind, label, value));
  const other = element('input', { ariaLabel: 'Other', placeholder: 'Other' });
  const chosen = () => options.flatMap(([input]) => (input.checked ? [input.value] : []));
  const more = () => (part.allow_other && other.value !== '' ? { other: other.value } : {});
  const read = () => ({ request_id, type, selected_values: chosen(), ...more() });
  const rows = options.map(([, label]) => label);
  return { node: titled(...rows, ...(part.allow_other ? [other] : [])), read };
}

/** What is entered survives a reload; what is typed into a password field is not kept. */
function keepDraft(request: InteractionRequest, node: HTMLElement): void {
  const fields = [...node.querySelectorAll<HTMLInputElement>('input:not([type=password])')];
  const read = () => fields.map(({ value, checked }) => ({ value, checked }));
  const draft = createDraft(drafts, request, 'fields', read());
  const write = () => draft.getSnapshot().map((one, at) => Object.assign(fields[at] ?? {}, one));
  draft.subscribe(write);
  node.addEventListener('input', () => draft.set(read()));
}

/** An element with its properties and children. Texts are texts: nothing becomes markup. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

function byId(id: string): HTMLElement {
  return document.getElementById(id) ?? element('div');
}

byId('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = byId('text') as HTMLInputElement;
  // A message that fails stays in the outbox, where it can be seen.
  session.send({ agent_id: agents[0]?.id ?? '', input: text.value }).catch(() => {});
  text.value = '';
});
session.subscribe(render);
render();
byId('send').removeAttribute('disabled');
