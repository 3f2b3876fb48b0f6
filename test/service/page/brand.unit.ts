import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readServiceConfig } from '../../../src/service/config.ts';
import { parseLogo } from '../../../src/service/page/brand.ts';
import { coloursOf } from '../../../src/service/page/colours.ts';
import { withBrand } from '../../../src/service/page/documents.ts';

const ICON = readFileSync(new URL('../../../src/service/web/icon.svg', import.meta.url));
const PNG = readFileSync(new URL('../../../src/service/web/icon-192.png', import.meta.url));

const read = (env: Record<string, string>) => () => readServiceConfig({ DATA_DIR: '/tmp/x', ...env }, {}, 2).brand;

/** Relative luminance and contrast by the formulas of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Both colours of a property: in the light and in the dark theme. */
function pairOf(css: string, property: string): [light: string, dark: string] {
  const [, light = '', dark = ''] = new RegExp(`${property}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  return [light, dark];
}

describe('a colour of the operator', () => {
  it.each([
    '#000000',
    '#ffffff',
    '#0a6c74',
    '#ffdd00',
    '#ff8800',
    '#001133',
    '#777777',
    '#e30613',
    '#00ff00',
    '#eeeeff',
  ])('is readable in both themes: %s', (colour) => {
    const css = coloursOf(colour);
    const [soft, darkSoft] = pairOf(css, '--accent-soft');
    const [accent, darkAccent] = pairOf(css, '--accent');
    const [on, darkOn] = pairOf(css, '--on-accent');
    // The surfaces of web/shell/base.css.
    for (const surface of ['#ffffff', '#f3f5f7', soft]) expect(contrast(accent, surface)).toBeGreaterThan(4.5);
    for (const surface of ['#12171a', '#1b2226', '#242d32', darkSoft]) {
      expect(contrast(darkAccent, surface)).toBeGreaterThan(4.5);
    }
    expect(contrast('#16202a', soft)).toBeGreaterThan(4.5);
    expect(contrast('#e7edf0', darkSoft)).toBeGreaterThan(4.5);
    expect(contrast(on, accent)).toBeGreaterThan(4.5);
    expect(contrast(darkOn, darkAccent)).toBeGreaterThan(4.5);
    const button = css.slice(css.indexOf('.primary {'));
    const hovered = css.slice(css.indexOf('.primary:hover'));
    const [fill, darkFill] = pairOf(button, 'background');
    const [text, darkText] = pairOf(button, ' color');
    expect(fill).toBe(colour);
    expect(contrast(text, fill)).toBeGreaterThan(4.5);
    expect(contrast(darkText, darkFill)).toBeGreaterThan(4.5);
    expect(contrast(text, pairOf(hovered, 'background')[0])).toBeGreaterThan(4.5);
    expect(contrast(darkText, pairOf(hovered, 'background')[1])).toBeGreaterThan(4.5);
  });

  it('stays as it is where it is readable, and is refused if it is none', () => {
    expect(pairOf(coloursOf('#0a6c74'), '--accent')[0]).toBe('#0a6c74');
    for (const PAGE_COLOR of ['red', '#abc', '#0a6c7', '#12345g', '#000000;}'])
      expect(read({ PAGE_COLOR })).toThrow(/PAGE_COLOR must be a colour such as #0a6c74/);
  });
});

describe('a logo of the operator', () => {
  it('is a PNG or an SVG file, also with what XML allows before the element', () => {
    expect(parseLogo('x', PNG)).toMatchObject({ type: 'png', sizes: '192x192' });
    const svg = ICON.toString();
    const begins = [
      '',
      '\uFEFF',
      '<?xml version="1.0"?>\n<!-- a -->\n',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n',
    ];
    for (const begin of begins) expect(parseLogo('x', Buffer.from(begin + svg))).toMatchObject({ type: 'svg' });
  });

  it('is refused with the reason if it is something else, too large or missing', () => {
    const others = ['', 'GIF89a', '<html><svg></svg></html>', '<svg', PNG.subarray(0, 20)];
    for (const other of others)
      expect(() => parseLogo('x', Buffer.from(other))).toThrow('x, which is neither an SVG nor a PNG');
    expect(() => parseLogo('x', Buffer.concat([PNG, Buffer.alloc(256 * 1024)]))).toThrow('at most 262144');
    expect(read({ PAGE_LOGO: '/nowhere/logo.svg' })).toThrow(
      'PAGE_LOGO names /nowhere/logo.svg, which cannot be read (ENOENT)',
    );
  });
});

describe('a name of the operator', () => {
  const operator = { email: null, terms: 'https://a.example/?x="&y' };
  it('is a text in the document, whatever it contains', () => {
    const brand = { name: 'A & B <b>"$&"</b>', colour: null, logo: null };
    expect(withBrand('<h1>convertd</h1>', { brand, operator })).toBe(
      '<h1>A &amp; B &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;</h1>',
    );
    for (const PAGE_NAME of ['a\u0000b', 'x'.repeat(61)]) expect(read({ PAGE_NAME })).toThrow(/PAGE_NAME must be/);
  });

  it('comes with the links whose addresses are known', () => {
    const brand = { name: 'convertd', colour: null, logo: null };
    const html = ['terms', 'contact'].map((name) => `  <a href="{${name}}">${name}</a>\n`).join('');
    expect(withBrand(html, { brand, operator })).toBe('  <a href="https://a.example/?x=&quot;&amp;y">terms</a>\n');
  });
});
