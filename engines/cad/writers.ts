import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import type { Target } from './targets.ts';

/**
 * How a version is written:
 * - `native`: by acad-ts, with our patches;
 * - `downgraded`: by acad-ts, after simplifying what the release lacks (versions/downgrade.ts);
 * - `r12`: by our own writers of R12 (versions/dxf-r12, versions/dwg-r12);
 * - `r13`: like R14, whose files differ only in the header (versions/dwg-ac1012.ts);
 * - `r2007`: the objects by acad-ts, the file around them by us (versions/dwg-ac1021).
 */
export type Writer = 'native' | 'downgraded' | 'r12' | 'r13' | 'r2007';

/** Writer of each target and version. */
export const WRITERS: Readonly<Record<Target, Readonly<Record<DrawingVersion, Writer>>>> = {
  dwg: {
    AC1009: 'r12',
    AC1012: 'r13',
    AC1014: 'downgraded',
    AC1015: 'native',
    AC1018: 'native',
    AC1021: 'r2007',
    AC1024: 'native',
    AC1027: 'native',
    AC1032: 'native',
  },
  dxf: {
    AC1009: 'r12',
    AC1012: 'downgraded',
    AC1014: 'downgraded',
    AC1015: 'native',
    AC1018: 'native',
    AC1021: 'native',
    AC1024: 'native',
    AC1027: 'native',
    AC1032: 'native',
  },
};
