import type { Container } from './containers.ts';

/** Languages (ISO 639-2) that ffmpeg's writer of QuickTime files knows by another code, and would else leave out. */
// biome-ignore format: a table
const QUICKTIME: Readonly<Record<string, string>> = {
  bod: 'tib', cym: 'wel', cze: 'ces', deu: 'ger', ell: 'gre', eus: 'baq', fas: 'per', fre: 'fra', hye: 'arm', isl: 'ice', kat: 'geo',
  mkd: 'mac', msa: 'may', mya: 'bur', nld: 'dut', rum: 'ron', slo: 'slk', sqi: 'alb', swe: 'sve', zho: 'chi',
};

/** Returns the code of a language for a container. */
export const languageCode = (language: string, { muxer }: Container): string =>
  muxer === 'mov' ? (QUICKTIME[language] ?? language) : language;
