import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';

export type Document = DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** Names are in lower case. */
export type Attributes = ReadonlyMap<string, string>;

/** What becomes of an element: it stays, its tags go and its content stays, or all of it goes. */
export type Verdict = 'keep' | 'unwrap' | 'drop';

/**
 * Goes through all elements below `root` in the order of the document and does what `visit` says; comments go.
 * Not recursive, linear in the size of the tree.
 * @param visit gets an element, with its content as it still is, and the state of the one around it; says what becomes of
 * it and the state of those in it. It may change the element's name, attributes and content.
 */
export function walk<State>(
  root: ParentNode,
  state: State,
  visit: (element: Element, state: State) => readonly [Verdict, State],
): void {
  const open = [{ parent: root, children: root.childNodes.values(), state }];
  root.childNodes = [];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: child, done } = level.children.next();
    if (done) open.pop();
    else if (!defaultTreeAdapter.isElementNode(child)) keepText(child, level.parent);
    else {
      const [verdict, inner] = visit(child, level.state);
      if (verdict === 'drop') continue;
      if (verdict === 'keep') append(child, level.parent);
      const parent = verdict === 'keep' ? child : level.parent;
      open.push({ parent, children: child.childNodes.values(), state: inner });
      if (verdict === 'keep') child.childNodes = [];
    }
  }
}

function keepText(node: ChildNode, parent: ParentNode): void {
  if (defaultTreeAdapter.isTextNode(node)) append(node, parent);
}

function append(node: ChildNode, parent: ParentNode): void {
  defaultTreeAdapter.appendChild(parent, node);
}

/** The text directly inside of an element: all that a `title` or `style` can hold. */
export function textOf(element: Element): string {
  return element.childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join('');
}

/** Puts text in the place of an element's content. */
export function setText(element: Element, text: string): void {
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, text);
}

/** Gives an element another name. */
export function rename(element: Element, name: string): void {
  element.tagName = name;
  element.nodeName = name;
}

export function attributesOf({ attrs }: Element): Map<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

export function setAttributes(element: Element, attributes: Attributes): void {
  element.attrs = [...attributes].map(([name, value]) => ({ name, value }));
}
