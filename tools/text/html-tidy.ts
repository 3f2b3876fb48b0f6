import { pictureAddress } from './html-addresses.ts';
import { type CleanPage, makeLocal } from './html-clean.ts';
import { sanitizedBody } from './html-policy.ts';
import { cssOfAttributes } from './html-presentation.ts';
import {
  type Attributes,
  attributesOf,
  type Document,
  type Element,
  rename,
  setAttributes,
  walk,
} from './html-tree.ts';
import { htmlPage } from './html-writer.ts';

/**
 * LibreOffice's HTML as a page of HTML 5: UTF-8, a language, no generator's metadata, CSS instead of `font`, `center` and
 * the attributes that are obsolete. Cleaned as an input is, so it refers to nothing outside. `pictures` are the files that
 * LibreOffice wrote beside it, by name; they go into the page.
 */
export function tidyPage(html: string, pictures: ReadonlyMap<string, Buffer>, title = ''): CleanPage {
  const picture = (address: string): string | null => {
    const file = pictures.get(decodeName(address));
    return pictureAddress(file === undefined ? address : `data:;base64,${file.toString('base64')}`);
  };
  const page = makeLocal(html, { title, picture, keepComments: true });
  modernise(page.document);
  joinSpans(page.document);
  return {
    html: htmlPage({ ...page, ...languageOf(page), body: sanitizedBody(page.document), isModern: true }),
    removed: page.removed,
  };
}

/** Obsolete elements and what they are called today. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['font', 'span'],
  ['big', 'span'],
  ['center', 'div'],
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
]);

function modernise(document: Document): void {
  walk(document, null, (element) => {
    const attributes = cssOfAttributes(element.tagName, attributesOf(element));
    rename(element, RENAMED.get(element.tagName) ?? element.tagName);
    setAttributes(element, attributes);
    // LibreOffice writes an empty paragraph of a document with a line break in it.
    const isEmpty = element.tagName === 'p' && element.childNodes.length === 0 && !attributes.has('style');
    if (isEmpty) return ['drop', null];
    return [element.tagName === 'span' && attributes.size === 0 ? 'unwrap' : 'keep', null];
  });
}

/** A span that holds one span and nothing else takes over its style and its content. */
function joinSpans(document: Document): void {
  walk(document, null, (element) => {
    for (let inner = onlySpan(element); inner !== null; inner = onlySpan(element)) {
      setAttributes(element, new Map([['style', `${element.attrs[0]?.value}; ${inner.attrs[0]?.value}`]]));
      element.childNodes = inner.childNodes;
    }
    return ['keep', null];
  });
}

function onlySpan(element: Element): Element | null {
  const [child, second] = element.childNodes;
  if (child === undefined || second !== undefined || !('tagName' in child)) return null;
  return isStyleOnly(element) && isStyleOnly(child) ? child : null;
}

function isStyleOnly({ tagName, attrs }: Element): boolean {
  return tagName === 'span' && attrs.length === 1 && attrs[0]?.name === 'style';
}

/** Language and direction belong to the page; LibreOffice writes them at the body. */
function languageOf(page: { readonly htmlAttributes: Attributes; readonly bodyAttributes: Attributes }): {
  readonly htmlAttributes: Attributes;
  readonly bodyAttributes: Attributes;
} {
  const htmlAttributes = new Map(page.htmlAttributes);
  const bodyAttributes = cssOfAttributes('body', page.bodyAttributes);
  const language = bodyAttributes.get('lang');
  if (language !== undefined && !htmlAttributes.has('lang')) htmlAttributes.set('lang', language);
  if (bodyAttributes.get('dir') === 'rtl') htmlAttributes.set('dir', 'rtl');
  bodyAttributes.delete('lang');
  bodyAttributes.delete('dir');
  return { htmlAttributes, bodyAttributes };
}

function decodeName(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
