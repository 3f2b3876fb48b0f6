import type { Receipt } from './schema.ts';

/** A font of a file, as `contents.fonts` of `metadata/json` describes it. */
export interface FontFacts {
  readonly name: string;
  readonly shown_as?: string;
  readonly embedded?: boolean;
  readonly pages?: string;
}

/** Returns the fonts of a file; null: unknown. @param document of `metadata/json` */
export function fontsIn(document: Readonly<Record<string, unknown>>): readonly FontFacts[] | null {
  const { contents } = document as { readonly contents?: { readonly fonts?: { readonly items: FontFacts[] } } };
  return contents?.fonts?.items ?? null;
}

/** Families of the same widths, so that lines break where they did: fontconfig's 30-metric-aliases.conf. */
const SAME_WIDTHS: Readonly<Record<string, readonly string[]>> = {
  'Liberation Sans': ['Arial', 'Helvetica'],
  'Liberation Serif': ['Times New Roman', 'Times'],
  'Liberation Mono': ['Courier New', 'Courier'],
  'Liberation Sans Narrow': ['Arial Narrow'],
  Carlito: ['Calibri'],
  Caladea: ['Cambria'],
  Gelasio: ['Georgia'],
};

/** Returns what a name of a font in a PDF, `LiberationSans-Bold`, and that of its family have in common. */
const plain = (name: string): string =>
  name
    .replace(/[-,].*$/, '')
    .replaceAll(/[\s_]/g, '')
    .toLowerCase();

/**
 * Compares the fonts that the inputs name with those on the pages of the output.
 * @param inputs null: unknown of one of them
 * @param output null: unknown
 * @returns null if the output has no pages with fonts
 */
export function compareFonts(
  inputs: readonly (readonly FontFacts[] | null)[],
  output: readonly FontFacts[] | null,
): Receipt['fonts'] {
  const onPages = output?.filter(({ pages }) => pages !== undefined) ?? [];
  if (onPages.length === 0) return null;
  const used = onPages.map(({ name, embedded = false, pages = '' }) => ({ name, embedded, pages }));
  const named = inputs.includes(null) ? null : inputs.flatMap((fonts) => fonts ?? []);
  const replaced = (named ?? []).flatMap(({ name, shown_as: family }) => {
    if (family === undefined) return [];
    const there = used.filter((font) => plain(font.name) === plain(family));
    if (there.length === 0) return [];
    const [pages] = there.map((font) => font.pages).sort((one, other) => other.length - one.length);
    return [{ name, by: family, pages: pages ?? '', same_widths: SAME_WIDTHS[family]?.includes(name) ?? false }];
  });
  return {
    named: named === null ? null : [...new Set(named.map(({ name }) => name))],
    used,
    replaced: replaced.filter(({ name }, index) => replaced.findIndex((each) => each.name === name) === index),
  };
}
