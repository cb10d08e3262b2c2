/**
 * Markup as data: what the kit rendered, to be built again by hand. `on` marks what listens for clicks.
 */
export interface Markup {
  readonly tag: string;
  readonly svg: boolean;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly (Markup | string)[];
}

/** Reads an element and all below it. */
export function read(element: Element): Markup {
  return {
    tag: element.localName,
    svg: element instanceof SVGElement,
    attributes: [...element.attributes].map(({ name, value }) => [name, value] as const),
    children: [...element.childNodes].map((node) =>
      node instanceof Element ? read(node) : (node.textContent ?? ''),
    ),
  };
}

/** Builds an element as one would without a framework: node by node, with a listener on each button. */
export function build({ tag, svg, attributes, children }: Markup): Element {
  const element = svg
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  for (const child of children) element.append(typeof child === 'string' ? child : build(child));
  if (tag === 'button') element.addEventListener('click', () => {});
  return element;
}
