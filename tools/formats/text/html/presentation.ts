import type { Attributes } from './events.ts';

/** CSS for the values of `font size` (HTML standard, 15.3.4). */
const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

/** Attributes that browsers ignore, or that repeat the default. */
const MEANINGLESS: ReadonlySet<string> = new Set([
  ...'abbr axis char charoff cols compact frame link alink vlink rules sdnum sdval summary text noshade bordercolor'.split(
    ' ',
  ),
]);

type Translation = (value: string, element: string) => string | null;

const BOXES: ReadonlySet<string> = new Set(['table', 'td', 'th', 'col', 'colgroup', 'hr', 'tr']);

/** Obsolete attributes as CSS; null: the attribute stays or has no meaning there. */
const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map<string, Translation>([
  ['color', (value) => `color: ${value}`],
  ['face', (value) => `font-family: ${value.replace(/["']/g, '').split(',').map(quoteFamily).join(', ')}`],
  ['size', (value, element) => (element === 'font' ? fontSize(value) : null)],
  ['align', (value, element) => alignment(value, element)],
  ['valign', (value) => `vertical-align: ${value}`],
  ['bgcolor', (value) => `background-color: ${value}`],
  ['nowrap', () => 'white-space: nowrap'],
  ['clear', (value) => (value === 'all' ? 'clear: both' : `clear: ${value}`)],
  ['width', (value, element) => (BOXES.has(element) ? length('width', value) : null)],
  ['height', (value, element) => (BOXES.has(element) ? length('height', value) : null)],
  ['hspace', (value) => `margin-left: ${pixels(value)}; margin-right: ${pixels(value)}`],
  ['vspace', (value) => `margin-top: ${pixels(value)}; margin-bottom: ${pixels(value)}`],
  ['border', (value, element) => (element === 'img' || element === 'table' ? frame(value) : null)],
  ['cellspacing', (value) => (value === '0' ? 'border-collapse: collapse' : `border-spacing: ${pixels(value)}`)],
  ['cellpadding', () => null],
]);

const ALWAYS: ReadonlyMap<string, string> = new Map([
  ['center', 'text-align: center'],
  ['big', 'font-size: larger'],
]);

/**
 * Returns the attributes of an element with obsolete ones converted to CSS in `style`. The element's own `style` takes precedence, so it
 * comes last. Values are checked: anything but a plain value is left out.
 */
export function cssOfAttributes(element: string, attributes: Attributes): Map<string, string> {
  const kept = new Map<string, string>();
  const css = [ALWAYS.get(element) ?? ''];
  const own = attributes.get('style') ?? '';
  for (const [name, value] of attributes) {
    const translation = TRANSLATIONS.get(name);
    if (name === 'style' || MEANINGLESS.has(name) || (name === 'name' && element === 'img')) continue;
    if (name === 'name' && element === 'a') kept.set('id', attributes.get('id') ?? value);
    else if (translation === undefined || staysAttribute(name, element)) kept.set(name, value);
    else if (/^[\w\s#%.,'"-]{0,200}$/.test(value)) css.push(translation(value.trim(), element) ?? '');
  }
  // `size` and `style="font-size"` are redundant; the exact one is LibreOffice's own.
  const translated = own.includes('font-size') ? css.filter((part) => !part.startsWith('font-size')) : css;
  const style = [...translated, own].filter((part) => part !== '').join('; ');
  return style === '' ? kept : kept.set('style', style);
}

function staysAttribute(name: string, element: string): boolean {
  return (name === 'width' || name === 'height') && element === 'img';
}

function alignment(value: string, element: string): string | null {
  const where = value.toLowerCase();
  if (element === 'img') return where === 'left' || where === 'right' ? `float: ${where}` : `vertical-align: ${where}`;
  if (element === 'table') return where === 'center' ? 'margin-left: auto; margin-right: auto' : `float: ${where}`;
  return `text-align: ${where}`;
}

function fontSize(value: string): string | null {
  const size = Number.parseInt(value, 10);
  if (Number.isNaN(size)) return null;
  const absolute = /^[+-]/.test(value) ? 3 + size : size;
  return `font-size: ${FONT_SIZES[Math.min(7, Math.max(1, absolute)) - 1]}`;
}

function length(property: string, value: string): string | null {
  return /^\d+(?:\.\d+)?%?$/.test(value) ? `${property}: ${value.endsWith('%') ? value : `${value}px`}` : null;
}

function pixels(value: string): string {
  return `${Number.parseInt(value, 10) || 0}px`;
}

function frame(value: string): string | null {
  return value === '0' ? null : `border: ${pixels(value)} solid`;
}

function quoteFamily(family: string): string {
  const name = family.trim();
  return /\s/.test(name) ? `'${name}'` : name;
}
