import type { Paper } from './change.ts';

/** Points per unit (1/72 inch: ISO 32000-1, 8.3.2.3). */
export const POINTS = { mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pt: 1 } as const;

type Size = readonly [width: number, height: number];

/**
 * Millimetres. A and B: ISO 216; C: ISO 269; JIS B: JIS P 0138; hagaki: the postcard of Japan Post. The names come from Ghostscript's list
 * of papers ("Paper sizes known to Ghostscript", appendix of its manual), in which b0 to b5 may mean either B; here they are ISO's.
 */
const METRIC = {
  a0: [841, 1189],
  a1: [594, 841],
  a2: [420, 594],
  a3: [297, 420],
  a4: [210, 297],
  a4small: [210, 297],
  a5: [148, 210],
  a6: [105, 148],
  a7: [74, 105],
  a8: [52, 74],
  a9: [37, 52],
  a10: [26, 37],
  isob0: [1000, 1414],
  isob1: [707, 1000],
  isob2: [500, 707],
  isob3: [353, 500],
  isob4: [250, 353],
  isob5: [176, 250],
  isob6: [125, 176],
  b0: [1000, 1414],
  b1: [707, 1000],
  b2: [500, 707],
  b3: [353, 500],
  b4: [250, 353],
  b5: [176, 250],
  c0: [917, 1297],
  c1: [648, 917],
  c2: [458, 648],
  c3: [324, 458],
  c4: [229, 324],
  c5: [162, 229],
  c6: [114, 162],
  jisb0: [1030, 1456],
  jisb1: [728, 1030],
  jisb2: [515, 728],
  jisb3: [364, 515],
  jisb4: [257, 364],
  jisb5: [182, 257],
  jisb6: [128, 182],
  hagaki: [100, 148],
} as const satisfies Readonly<Record<string, Size>>;

/**
 * Inches. letter, 11x17 (Tabloid) and ledger: ANSI/ASME Y14.1, A and B; archA to archE: the architectural sizes of the same;
 * legal, halfletter, flsa and flse (foolscap, American and European): Ghostscript's list, where both foolscaps are the same.
 */
const IMPERIAL = {
  '11x17': [11, 17],
  ledger: [17, 11],
  legal: [8.5, 14],
  letter: [8.5, 11],
  lettersmall: [8.5, 11],
  halfletter: [5.5, 8.5],
  flsa: [8.5, 13],
  flse: [8.5, 13],
  archA: [9, 12],
  archB: [12, 18],
  archC: [18, 24],
  archD: [24, 36],
  archE: [36, 48],
} as const satisfies Readonly<Record<string, Size>>;

export type PaperName = keyof typeof METRIC | keyof typeof IMPERIAL;

const SIZES: Readonly<Record<PaperName, Size>> = {
  ...inPoints(METRIC, POINTS.mm),
  ...inPoints(IMPERIAL, POINTS.in),
};

/** Returns a paper by its name. It is turned to match each page; only ledger is wide by its name, as 11x17 is the same upright. */
export function namedPaper(name: PaperName): Paper {
  const [width, height] = SIZES[name];
  return { width, height, fixed: name === 'ledger' };
}

function inPoints<Name extends string>(sizes: Readonly<Record<Name, Size>>, unit: number): Record<Name, Size> {
  const entries = Object.entries<Size>(sizes).map(([name, [width, height]]) => [name, [width * unit, height * unit]]);
  return Object.fromEntries(entries);
}
