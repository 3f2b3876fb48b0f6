import { Message } from './i18n.js';

/* Small helpers around the DOM. Text is only inserted as text: nothing here parses HTML. */

/**
 * An element with attributes and children. `true` sets an attribute without a value, `false`, null and undefined leave it out, a
 * function listens to the event of its name (`click`). Messages follow the language of the page.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | Message | ((event: Event) => void)>} [attributes]
 * @param {...(Node | string | Message | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value instanceof Message) setAttribute(element, name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  const [only] = shown;
  if (shown.length === 1 && only instanceof Message) setText(element, only);
  else element.append(...shown.map((child) => (child instanceof Message ? make('span', {}, child) : child)));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | Message} value
 */
export function setAttribute(element, name, value) {
  element.setAttribute(name, String(value));
  if (!(value instanceof Message)) return;
  const known = JSON.parse(element.getAttribute('data-i18n-attributes') ?? '{}');
  element.setAttribute('data-i18n-attributes', JSON.stringify({ ...known, [name]: value }));
}

/**
 * The element of index.html with this id.
 *
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind] its class, if more than HTMLElement is needed
 * @returns {Kind}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`the page has no #${id} of that kind`);
  return /** @type {Kind} */ (element);
}

/**
 * Sets text only if it differs: otherwise a live region would be read again.
 *
 * @param {Element} element
 * @param {string | Message} text
 */
export function setText(element, text) {
  if (text instanceof Message) element.setAttribute('data-i18n', JSON.stringify(text));
  else element.removeAttribute('data-i18n');
  const shown = String(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/**
 * Keeps one child of a list for each item, in the order of the items. Items that stay keep their elements, so that focus and playing media
 * are not lost.
 *
 * @template Item
 * @template {{ element: Element, update: (item: Item) => void }} View
 * @param {Element} list
 * @param {Map<string, View>} views views of the last call; changed
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => View} create
 */
export function showEach(list, views, items, keyOf, create) {
  const keys = new Set(items.map(keyOf));
  for (const [key, view] of views) {
    if (keys.has(key)) continue;
    view.element.remove();
    views.delete(key);
  }
  items.forEach((item, index) => {
    const key = keyOf(item);
    const view = views.get(key) ?? create(item);
    views.set(key, view);
    if (list.children[index] !== view.element) list.insertBefore(view.element, list.children[index] ?? null);
    view.update(item);
  });
}

let nextId = 0;
/** Returns an id that the page does not use yet. */
export const freshId = () => `x${++nextId}`;

/**
 * Announces something through the page's live region, for screen readers.
 *
 * @param {string | Message} text
 */
export function announce(text) {
  const live = byId('live');
  // A repeated text is a new message, so the region is emptied first to be read again.
  live.textContent = '';
  setTimeout(() => setText(live, String(text)), 50);
}
