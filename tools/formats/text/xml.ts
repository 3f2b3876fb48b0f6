import { DomUtils, parseDocument } from 'htmlparser2';
import { detectEncoding, SAMPLE_BYTES } from './encoding.ts';

/** An XML file in memory. Nothing that it refers to is fetched, and none of its own entities is resolved. */
export type XmlDocument = ReturnType<typeof parseDocument>;
export type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Reads as much XML as possible. For inputs whose size was checked. */
export function parseXml(bytes: Uint8Array): XmlDocument {
  const { name } = detectEncoding(bytes.subarray(0, SAMPLE_BYTES));
  return parseDocument(new TextDecoder(name).decode(bytes), { xmlMode: true });
}

/** Returns the name of an element or attribute without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Takes an element out of its document. */
export const removeElement = (element: XmlElement): void => DomUtils.removeElement(element);

/** Returns the elements with that local name below a node, in order. */
export function elements(below: XmlDocument | XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  // Not by domutils: its search takes time by the square of the depth, and not by recursion: hostile files are deep.
  const waiting = below.children.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attribs' in node && localName(node.name) === name) found.push(node);
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return found;
}

/** Returns the text of the first element with that local name; null if there is none. */
export function textOf(below: XmlDocument | XmlElement, name: string): string | null {
  const [first] = elements(below, name);
  return first === undefined ? null : contentOf(first);
}

/** Returns the text in an element. */
export const contentOf = (element: XmlElement): string => DomUtils.textContent(element).trim();

/** Returns an attribute by its local name; null if there is none. */
export function attribute(element: XmlElement, name: string): string | null {
  const entry = Object.entries(element.attribs).find(([key]) => localName(key) === name);
  return entry?.[1] ?? null;
}
