/**
 * Creates an element such as `p.quiet` with its content and properties; strings are set as attributes.
 * Text is never parsed as markup.
 */
export function element(
  name: string,
  ...content: readonly (Node | string | object | false | undefined)[]
): HTMLElement {
  const [tag = '', ...classes] = name.split('.');
  const created = document.createElement(tag);
  created.classList.add(...classes);
  for (const each of content) {
    if (each instanceof Node || typeof each === 'string') created.append(each);
    else if (each) assign(created, each);
  }
  return created;
}

function assign(created: HTMLElement, properties: object): void {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') created.setAttribute(name, value);
    else if (value !== undefined) Object.assign(created, { [name]: value });
  }
}

/**
 * Makes an element equal to another one. Children with the same name and id are kept, and with them the
 * focus; so is the text of a field without a `value`.
 */
export function update(old: Node, next: Node): void {
  if (!(old instanceof HTMLElement && next instanceof HTMLElement)) {
    old.nodeValue = next.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames()) old.toggleAttribute(name, next.hasAttribute(name));
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
  const wanted = [...next.childNodes];
  for (const [index, child] of wanted.entries()) {
    const rest = [...old.childNodes].slice(index);
    const same = rest.find((each) => keyOf(each) === keyOf(child));
    if (same === undefined) old.insertBefore(child, rest[0] ?? null);
    else {
      while (old.childNodes[index] !== same) old.childNodes[index]?.remove();
      update(same, child);
    }
  }
  while (old.childNodes.length > wanted.length) old.lastChild?.remove();
  const { onclick, oninput, onchange, onsubmit } = next;
  Object.assign(old, { onclick, oninput, onchange, onsubmit });
  if ('checked' in next) Object.assign(old, { checked: next.checked });
  if ('value' in next && next.hasAttribute('value')) Object.assign(old, { value: next.value });
}

function keyOf(node: Node): string {
  return node instanceof Element ? `${node.localName} ${node.id}` : node.nodeName;
}
