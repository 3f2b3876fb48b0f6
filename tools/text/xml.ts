import { DomUtils, parseDocument } from 'htmlparser2';
import { detectEncoding, SAMPLE_BYTES } from './encoding.ts';

/** An XML file in memory. Nothing that it names is fetched, and no entity of its own is resolved. */
export type XmlDocument = ReturnType<typeof parseDocument>;
export type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Reads XML as far as it can be read. For bytes that were checked to be few enough. */
export function parseXml(bytes: Uint8Array): XmlDocument {
  const { name } = detectEncoding(bytes.subarray(0, SAMPLE_BYTES));
  return parseDocument(new TextDecoder(name).decode(bytes), { xmlMode: true });
}

/** The name of an element or attribute without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The elements of that local name below a node, in their order. */
export function elements(below: XmlDocument | XmlElement, name: string): XmlElement[] {
  return DomUtils.getElementsByTagName((tag) => localName(tag) === name, below.children, true);
}

/** The text in the first element of that local name; null if there is none. */
export function textOf(below: XmlDocument | XmlElement, name: string): string | null {
  const [first] = elements(below, name);
  return first === undefined ? null : contentOf(first);
}

/** The text in an element. */
export const contentOf = (element: XmlElement): string => DomUtils.textContent(element).trim();

/** An attribute by its local name; null if there is none. */
export function attribute(element: XmlElement, name: string): string | null {
  const entry = Object.entries(element.attribs).find(([key]) => localName(key) === name);
  return entry?.[1] ?? null;
}
