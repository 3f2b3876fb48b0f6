import type { FontClass } from '../docx/parts.ts';

/** A font as a document names it. */
export interface Font {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly kind: FontClass;
}

/** Families with a different name in PDFs, in lower case without spaces. TeX's fonts, which few programs have, become similar ones. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^times(newroman)?$|^timesroman$|^nimbusromn|^nimbusroman/, 'Times New Roman'],
  [/^arial$|^arialunicode$/, 'Arial'],
  [/^(arial|liberationsans|nimbussans?)(narrow|l?cond)/, 'Arial Narrow'],
  [/^helvetica$|^nimbussan/, 'Helvetica'],
  [/^courier(new)?$|^nimbusmon/, 'Courier New'],
  [/^(cm|sf|lm)(tt|vtt|sltt|itt|tcsc)|^lmmono|^ectt/, 'Courier New'],
  [/^(cm|sf|lm)ss|^lmsans|^ecss/, 'Arial'],
  [/^(cm|lm)(mi|sy|ex|mib|bsy)\d|^ms[ab]m\d|^lmmath/, 'Cambria Math'],
  [/^(cm|sf|lm|ec)(r|b|bx|bxti|bxsl|ti|sl|csc|u|fib|dunh|rm|ti|it)\d*|^lmroman/, 'Times New Roman'],
  [/^dejavusanscondensed/, 'DejaVu Sans Condensed'],
  [/^dejavusansmono/, 'DejaVu Sans Mono'],
  [/^dejavusans/, 'DejaVu Sans'],
  [/^dejavuserif/, 'DejaVu Serif'],
];

/** Words for weight or slant in the name of a family. */
const STYLE_WORDS = /(?:semi|demi|extra|ultra)?bold|black|heavy|italic|oblique|regular|medium$|light$|normal$/gi;

const known = new Map<string, Font>();

/** Returns the font for its name in a PDF: `TimesNewRomanPS-BoldItalicMT` is Times New Roman, bold and italic. */
export function fontOf(name: string): Font {
  const made = known.get(name) ?? makeFont(name);
  if (known.size < 10_000) known.set(name, made);
  return made;
}

function makeFont(name: string): Font {
  const tex =
    /^(?:cm|sf|ec)(bx|b|ssbx|ti|sl|bxti|bxsl|ssi|itt|mi|it)(?:ti|sl)?\d/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const bold = /(?:bold|black|heavy|demi|[-,]bd)/i.test(name) || /^(?:b|bx|ssbx|bxti|bxsl)$/.test(tex);
  const italic = /(?:italic|oblique|[-,]it$)/i.test(name) || /^(?:ti|sl|bxti|bxsl|ssi|itt|mi|it)$/.test(tex);
  const family = familyOf(name);
  return { family, bold, italic, kind: classOf(family) };
}

function familyOf(name: string): string {
  const bare = name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[-_,]?Identity-[HV]$/, '')
    .replace(/(?<=[a-z])PS(?=MT|-|$)/, '')
    .replace(/MT$|(?<=[a-z])MT(?=-)/, '')
    .replace(/(?<=[a-z])PS(?=$|-)/, '');
  const family = (bare.split(/[-,]/)[0] ?? '') || bare;
  const plain = family.replace(STYLE_WORDS, '').trim() || family;
  const key = plain.toLowerCase().replace(/[\s_]/g, '');
  const match = FAMILIES.find(([pattern]) => pattern.test(key));
  if (match !== undefined) return match[1];
  const spaced = plain
    .replaceAll('_', ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim();
  return spaced.slice(0, 31) || 'Times New Roman';
}

function classOf(family: string): FontClass {
  if (/mono|courier|consol|typewriter|\bcode\b|menlo|monaco/i.test(family)) return 'modern';
  if (
    /sans|arial|helvet|calibri|carlito|verdana|tahoma|segoe|frutiger|univers|futura|gothic|lato|roboto|ubuntu/i.test(
      family,
    )
  )
    return 'swiss';
  if (/times|serif|roman|georgia|garamond|cambria|caladea|palatino|bookman|century|minion|antiqua|math/i.test(family))
    return 'roman';
  return 'auto';
}
