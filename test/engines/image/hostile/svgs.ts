import { pathToFileURL } from 'node:url';

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude"';

const svg = (body: string, { size = 200, before = '' }: { size?: number | string; before?: string } = {}): string =>
  `<?xml version="1.0"?>\n${before}<svg ${NAMESPACES} width="${size}" height="${size}"><rect width="100%" height="100%" fill="#ffffff"/>${body}</svg>`;

/** A secret beside the SVG, as a picture and as a text, and a server that hands both out. */
export interface Secrets {
  /** Absolute paths. */
  readonly picture: string;
  readonly text: string;
  readonly drawing: string;
  /** Ends with a slash. */
  readonly url: string;
}

/** White pictures, unless what they refer to is read: then something of it shows. By name. */
export function references({ picture, text, drawing, url }: Secrets): Readonly<Record<string, string>> {
  const image = (href: string, attribute = 'href'): string =>
    svg(`<image ${attribute}="${href}" width="200" height="200"/>`);
  const glyphs = (content: string, before = ''): string =>
    svg(`<text x="0" y="100" font-size="80">${content}</text>`, { before });
  const file = (path: string): string => pathToFileURL(path).href;
  return {
    'image file url': image(file(picture)),
    'image absolute path': image(picture),
    'image beside': image('secret.png'),
    'image beside, xlink': image('secret.png', 'xlink:href'),
    'image up and down': image('../secrets/secret.png'),
    'image http': image(`${url}image/secret.png`),
    'image http, xlink': image(`${url}xlink/secret.png`, 'xlink:href'),
    'drawing in an image': image('secret.svg'),
    'use of another file': svg('<use href="secret.svg#all"/>'),
    'use of another file by url': svg(`<use xlink:href="${file(drawing)}#all"/>`),
    'use http': svg(`<use href="${url}use/secret.svg#all"/>`),
    feImage: svg(
      '<filter id="f" x="0" y="0" width="1" height="1"><feImage href="secret.png"/></filter><rect width="200" height="200" filter="url(#f)"/>',
    ),
    'feImage http': svg(
      `<filter id="f" x="0" y="0" width="1" height="1"><feImage href="${url}feImage/secret.png"/></filter><rect width="200" height="200" fill="#ffffff" filter="url(#f)"/>`,
    ),
    'fill of another file': svg('<rect width="200" height="200" fill="url(secret.svg#paint) #ffffff"/>'),
    'css import': svg(`<style>@import url("${file(text)}"); @import url("${url}import/secret.css");</style>`),
    'css import beside': svg(
      '<style>@import "secret.css";</style><rect class="shown" width="200" height="200" fill="#ffffff"/>',
    ),
    'stylesheet instruction': svg('<rect class="shown" width="200" height="200" fill="#ffffff"/>', {
      before: `<?xml-stylesheet type="text/css" href="secret.css"?>\n<?xml-stylesheet type="text/css" href="${url}sheet/secret.css"?>\n`,
    }),
    font: svg(
      `<style>@font-face { font-family: far; src: url("${url}font/secret.ttf") }</style><text font-family="far" y="300">x</text>`,
    ),
    'xinclude text': glyphs('<xi:include href="secret.txt" parse="text"/>'),
    'xinclude text by url': glyphs(`<xi:include href="${file(text)}" parse="text"/>`),
    'xinclude http': glyphs(`<xi:include href="${url}include/secret.txt" parse="text"/>`),
    'xinclude of the system': glyphs('<xi:include href="/etc/passwd" parse="text"/>'),
    'external entity': glyphs('&secret;', `<!DOCTYPE svg [<!ENTITY secret SYSTEM "${file(text)}">]>\n`),
    'external entity beside': glyphs('&secret;', '<!DOCTYPE svg [<!ENTITY secret SYSTEM "secret.txt">]>\n'),
    'external entity http': glyphs('&secret;', `<!DOCTYPE svg [<!ENTITY secret SYSTEM "${url}entity/secret.txt">]>\n`),
    'external definitions': glyphs('&secret;', `<!DOCTYPE svg SYSTEM "${url}dtd/secret.dtd">\n`),
    script: svg(`<script href="${url}script/secret.js"/><script>fetch("${url}fetch/secret.txt")</script><a href="x"/>`),
  };
}

/** Files that those refer to, besides the picture: name → content. */
export const SECRET_FILES: Readonly<Record<string, string>> = {
  'secret.txt': 'MMMM',
  'secret.css': '.shown { fill: #ff00ff !important }',
  'secret.svg': svg(
    '<linearGradient id="paint"><stop stop-color="#ff00ff"/></linearGradient><rect id="all" width="200" height="200" fill="#ff00ff"/>',
  ),
};

const nested = (depth: number, open: string, close: string, inner: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Each element twice the one before, 2^levels in all. */
function doubled(levels: number): string {
  const groups = Array.from(
    { length: levels },
    (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}" x="1"/></g>`,
  );
  return `<defs><g id="g0"><circle r="50"/></g>${groups.join('')}</defs><use href="#g${levels}"/>`;
}

function laughs(levels: number): string {
  const entities = Array.from({ length: levels }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  return `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>\n`;
}

const filtered = (primitives: string, size: number): string =>
  svg(
    `<filter id="f" x="0" y="0" width="1" height="1">${primitives}</filter><rect width="100%" height="100%" filter="url(#f)"/>`,
    {
      size,
    },
  );

/** What takes much more time or memory than its size lets expect. By name. */
export const HEAVY: Readonly<Record<string, string>> = {
  turbulence: filtered('<feTurbulence baseFrequency="0.9" numOctaves="9" seed="1"/>'.repeat(300), 3000),
  blur: filtered('<feGaussianBlur stdDeviation="400 500"/>'.repeat(300), 4000),
  morphology: filtered('<feMorphology operator="dilate" radius="900"/>'.repeat(50), 3000),
  lighting: filtered(
    '<feSpecularLighting surfaceScale="5" specularExponent="20"><fePointLight x="50" y="60" z="200"/></feSpecularLighting>'.repeat(
      400,
    ),
    4000,
  ),
};

/** What the library that draws must refuse, or do without harm. */
export const BOMBS: Readonly<Record<string, string>> = {
  'size 100000': svg('', { size: 100_000 }),
  'size in metres': svg('', { size: '100000cm' }),
  'size beyond numbers': svg('', { size: '1e38' }),
  'viewBox of nothing': `<svg ${NAMESPACES} width="100%" height="100%" viewBox="0 0 1e-30 1e30"/>`,
  entities: svg('<text y="50">&e9;</text>', { before: laughs(9) }),
  'entities in an attribute': svg('<text y="50" class="&e9;">x</text>', { before: laughs(9) }),
  uses: svg(doubled(40)),
  'use of itself': svg('<g id="a"><use href="#a"/></g>'),
  'pattern of itself': svg(
    '<pattern id="p" width="9" height="9"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="99" height="99" fill="url(#p)"/>',
  ),
  'deep groups': svg(nested(200_000, '<g>', '</g>', '')),
  'deep masks': svg(nested(3000, '<g opacity="0.99">', '</g>', '<circle r="90"/>')),
  'many shapes': svg('<path d="M0 0 L200 200"/>'.repeat(1_200_000)),
  'long path': svg(`<path stroke="#000000" stroke-dasharray="0.001" d="M0 0 ${'L200 200 L0 0 '.repeat(20_000)}"/>`),
};
