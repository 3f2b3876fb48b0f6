/** The fonts that text is drawn with. */
export interface Fonts {
  /** Folders besides those of the system. */
  readonly folders: readonly string[];
  readonly system: boolean;
  /** What the families without a name of their own are; `serif` is also that of text which names none that there is. */
  readonly families: Readonly<Record<Generic, string>>;
}

type Generic = 'serif' | 'sans-serif' | 'monospace' | 'cursive' | 'fantasy';

/** Those of this computer, and the families that browsers take on it. */
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

/** To read all fonts of a computer takes some 40 ms. */
export const NO_FONTS: Fonts = { ...SYSTEM_FONTS, system: false };

/** Text of its own, in an entity, or in a drawing within a picture of it. */
const MAY_HAVE_TEXT = /<(?:[\w.-]+:)?text\b|<!ENTITY|image\/svg/;

export const mayHaveText = (svg: string): boolean => MAY_HAVE_TEXT.test(svg);

/** Families of equal or similar letters for those that nobody may pass on. After fontconfig's 30-metric-aliases.conf. */
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

/** A style sheet, or a tag. */
const STYLED = /<(?:[\w.-]+:)?style\b[^>]*>[\s\S]*?<\/|<[a-z][^<>]*>/gi;
/** In these, an attribute, or a declaration of CSS, which ends where the attribute does that it is in. */
const FAMILIES =
  /(\bfont(?:-family)?\s*=\s*)("[^"]*"|'[^']*')|(\bfont(?:-family)?\s*:)((?:"[^"<]*"(?=\s*[,;}'])|'[^'<]*'(?=\s*[,;}"])|[^;}<>"'])*)/gi;
/** In these, a name from its beginning (of the list, after a comma, or after a size) to its end. */
const nameOf = (quote: string, names: Iterable<string>): RegExp =>
  new RegExp(
    `(?<=(?:^|,|[\\d%][\\w%./]*)\\s*)(?<quote>${quote})(?<name>${[...names].join('|')})\\k<quote>(?=\\s*(?:,|!|$))`,
    'gi',
  );
const GENERIC = nameOf('', Object.keys(SYSTEM_FONTS.families));
const NAMED = nameOf(`"|'|&quot;|&apos;|&#39;|`, SUBSTITUTES.keys());

/**
 * The same drawing with families that there are: resvg knows no fontconfig, and takes one family for all that it does not find. A name is
 * followed by that of its substitute.
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
