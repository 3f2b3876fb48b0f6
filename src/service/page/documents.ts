import { DOCUMENTATION, SOURCE } from '../../version.ts';
import type { Operator } from '../http/openapi/overview.ts';
import type { Brand } from './brand.ts';
import { coloursOf } from './colours.ts';
import { manifestOf } from './manifest.ts';

/* What the operator's settings change in the documents of the page, and the parts that they add. */

/** A logo may be wider than high, and then needs no more room above and below. */
const LOGO_STYLE = `.brand img {
  inline-size: auto;
  max-inline-size: 12rem;
  object-fit: contain;
}
`;

const styleOf = ({ colour, logo }: Brand): string =>
  `${colour === null ? '' : coloursOf(colour)}${logo === null ? '' : LOGO_STYLE}`;

/** Returns the parts that a brand adds to the page, by their name below page/VERSION/. */
export function partsOfBrand(brand: Brand): ReadonlyMap<string, string | Buffer> {
  const { logo } = brand;
  return new Map<string, string | Buffer>([
    ['brand.css', styleOf(brand)],
    ['manifest.webmanifest', manifestOf(brand)],
    ...(logo === null ? [] : [[`logo.${logo.type}`, logo.content] as const]),
  ]);
}

/** Returns a document with the name and the logo of the brand, and with the links of its footer. */
export function withBrand(html: string, { brand, operator }: { brand: Brand; operator: Operator }): string {
  const { name, logo } = brand;
  const addresses = addressesOf(operator);
  const named = html
    .replaceAll('>convertd<', () => `>${escaped(name)}<`)
    .replaceAll(LINK, (line, name) => {
      const href = addresses[name];
      return href == null ? '' : line.replace(`{${name}}`, () => escaped(href));
    })
    .replace(
      '</head>',
      () => `${styleOf(brand) === '' ? '' : '  <link rel="stylesheet" href="page/brand.css">\n  '}</head>`,
    );
  if (logo === null) return named;
  const withIcon = named.replaceAll('"page/icon.svg"', `"page/logo.${logo.type}"`);
  return logo.type === 'svg' ? withIcon : withIcon.replace('type="image/svg+xml"', 'type="image/png"');
}

/** A line of a document that links to an address which only this installation knows. */
const LINK = /^ *<a href="\{(\w+)\}".*\n/gm;

/** Returns where these links lead; null for an unknown address, whose line is left out. */
const addressesOf = ({ terms, email }: Operator): Readonly<Record<string, string | null>> => ({
  docs: DOCUMENTATION,
  source: SOURCE,
  terms,
  contact: email === null ? null : `mailto:${email}`,
});

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
