/** What an element contains; what is empty or `false` is left out. */
export type Child = Node | string | false | undefined;

/** An element with its properties and children. Texts are texts: nothing becomes markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...nodesOf(children));
  return created;
}

function nodesOf(children: readonly Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => Boolean(child));
}

const HANDLERS = ['onclick', 'onchange', 'oninput', 'onsubmit'] as const;

/**
 * Gives an element new children and keeps those that are alike: the focus, what is being typed and live
 * regions stay. Alike are elements of the same name and `id` at the same place, or, with an id, anywhere.
 */
export function patch(parent: Element, children: readonly Child[]): void {
  const wanted = nodesOf(children).map((child) =>
    typeof child === 'string' ? document.createTextNode(child) : child,
  );
  for (const [index, next] of wanted.entries()) {
    const same = parent.childNodes[index];
    const named =
      next instanceof Element && next.id !== ''
        ? [...parent.children].find(({ id }) => id === next.id)
        : same;
    if (named !== undefined && isAlike(named, next)) {
      if (named !== same) parent.insertBefore(named, same ?? null);
      update(named, next);
    } else parent.insertBefore(next, same ?? null);
  }
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

function isAlike(old: Node, next: Node): boolean {
  if (old.nodeName !== next.nodeName) return false;
  return !(old instanceof Element && next instanceof Element) || old.id === next.id;
}

function update(old: Node, next: Node): void {
  if (!(old instanceof HTMLElement && next instanceof HTMLElement)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames()) {
    if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) ?? '';
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of HANDLERS) old[name] = next[name] as never;
  patch(old, [...next.childNodes]);
  if (old instanceof HTMLInputElement && next instanceof HTMLInputElement) {
    old.checked = next.checked;
  }
  if ('value' in old && 'value' in next && old.value !== next.value) old.value = next.value;
}
