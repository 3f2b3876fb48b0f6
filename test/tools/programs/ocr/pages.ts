import type { DrawnPage, DrawnText } from './support.ts';

/** Text of the tests, in the lines that are drawn on pages. */
export const GERMAN = [
  'Die Prüfung der Bücher dauerte länger, als der Ausschuß',
  'geglaubt hatte. Über zwölf Wochen hinweg saßen die Männer',
  'in der kühlen Stube und zählten Säcke, Fässer und Kisten.',
  'Am Ende fehlten 37 Gulden, und niemand wußte, wo sie waren.',
  'Erst im März fand der Müller sie unter der Brücke wieder.',
];

export const ENGLISH_LEFT = [
  'The ferry left the quay at',
  'seven and crossed the bay',
  'before the fog came down.',
  'Nobody on deck was talking.',
  'A dog slept by the engine.',
];

export const ENGLISH_RIGHT = [
  'On the other shore a man',
  'was waiting with a horse',
  'and a cart full of bricks.',
  'He had come for the clock',
  'that the church had bought.',
];

/** Places lines below each other. */
export function lines(texts: readonly string[], x: number, y: number, size = 12): DrawnText[] {
  return texts.map((text, index) => [x, y + index * size * 1.5, size, text]);
}

export const germanPage: DrawnPage = { text: lines(GERMAN, 70, 90) };

export const twoColumns: DrawnPage = {
  text: [...lines(ENGLISH_LEFT, 60, 90), ...lines(ENGLISH_RIGHT, 330, 90)],
};

/** Returns a full page of German text, rotated or skewed. */
export const fullPage = (turn: number, skew = 0): DrawnPage => ({
  text: [...lines(GERMAN, 70, 90), ...lines(GERMAN, 70, 220), ...lines(GERMAN, 70, 350)],
  turn,
  skew,
});

export const FULL = [...GERMAN, ...GERMAN, ...GERMAN].join(' ');
