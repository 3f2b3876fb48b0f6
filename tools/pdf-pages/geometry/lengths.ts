/** Points (1/72 inch: ISO 32000-1, 8.3.2.3) of each unit. */
export const POINTS = { mm: 72 / 25.4, cm: 72 / 2.54, in: 72, pt: 1 } as const;
