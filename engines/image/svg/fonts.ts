/** The fonts for text. */
export interface Fonts {
  /** Folders in addition to those of the system. */
  readonly folders: readonly string[];
  readonly system: boolean;
  /** Families for the generic names; `serif` is also used for text that names no available family. */
  readonly families: Readonly<Record<Generic, string>>;
}

type Generic = 'serif' | 'sans-serif' | 'monospace' | 'cursive' | 'fantasy';

/** The fonts of this computer, and the families that browsers use on it. */
export const SYSTEM_FONTS: Fonts = {
  folders: [],
  system: true,
  families: {
    serif: 'Liberation Serif',
    'sans-serif': 'Liberation Sans',
    monospace: 'Liberation Mono',
    cursive: 'Liberation Serif',
    fantasy: 'Liberation Serif',
  },
};

/** No fonts: reading all fonts of a computer takes some 40 ms. */
export const NO_FONTS: Fonts = { ...SYSTEM_FONTS, system: false };

/** Matches a text element, an entity that may hold one, or an embedded drawing that may have text. */
const MAY_HAVE_TEXT = /<(?:[\w.-]+:)?text\b|<!ENTITY|image\/svg/;

export const mayHaveText = (svg: string): boolean => MAY_HAVE_TEXT.test(svg);

/** Families with equal or similar letters for those that may not be redistributed. After fontconfig's 30-metric-aliases.conf. */
const SUBSTITUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Liberation Sans': ['Arial', 'Arial MT', 'ArialMT', 'Helvetica', 'Helvetica Neue', 'Nimbus Sans', 'Albany'],
    'Liberation Serif': ['Times', 'Times New Roman', 'TimesNewRomanPSMT', 'Nimbus Roman', 'Thorndale'],
    'Liberation Mono': [
      'Courier',
      'Courier New',
      'CourierNewPSMT',
      'Nimbus Mono PS',
      'Cumberland',
      'Consolas',
      'Menlo',
    ],
    'DejaVu Sans': ['Verdana', 'Tahoma', 'Bitstream Vera Sans', 'Lucida Grande', 'Lucida Sans Unicode'],
    Carlito: ['Calibri'],
    Caladea: ['Cambria'],
  }).flatMap(([family, names]) => names.map((name) => [name.toLowerCase(), family])),
);

/** Matches a style sheet, or a tag. */
const STYLED = /<(?:[\w.-]+:)?style\b[^>]*>[\s\S]*?<\/|<[a-z][^<>]*>/gi;
/** Within those, matches an attribute, or a declaration of CSS, which ends no later than the attribute that contains it. */
const FAMILIES =
  /(\bfont(?:-family)?\s*=\s*)("[^"]*"|'[^']*')|(\bfont(?:-family)?\s*:)((?:"[^"<]*"(?=\s*[,;}'])|'[^'<]*'(?=\s*[,;}"])|[^;}<>"'])*)/gi;
/** Within those, matches a name from its beginning (of the list, after a comma, or after a size) to its end. */
const nameOf = (quote: string, names: Iterable<string>): RegExp =>
  new RegExp(
    `(?<=(?:^|,|[\\d%][\\w%./]*)\\s*)(?<quote>${quote})(?<name>${[...names].join('|')})\\k<quote>(?=\\s*(?:,|!|$))`,
    'gi',
  );
const GENERIC = nameOf('', Object.keys(SYSTEM_FONTS.families));
const NAMED = nameOf(`"|'|&quot;|&apos;|&#39;|`, SUBSTITUTES.keys());

/**
 * Returns the same drawing with available families: resvg does not use fontconfig, and replaces all unknown families by one. The name of
 * its substitute is added after each name.
 */
export const withFamilies = (svg: string, { families }: Fonts): string => {
  const named = (list: string): string =>
    list
      .replace(GENERIC, (_, _quote, generic: string) => families[generic.toLowerCase() as Generic])
      .replace(NAMED, (name, _quote, plain: string) => `${name}, ${SUBSTITUTES.get(plain.toLowerCase())}`);
  return svg.replace(STYLED, (styled) =>
    styled.replace(FAMILIES, (_, attribute = '', quoted = '', property = '', declared = '') =>
      attribute === ''
        ? property + named(declared)
        : attribute + quoted.at(0) + named(quoted.slice(1, -1)) + quoted.at(-1),
    ),
  );
};
