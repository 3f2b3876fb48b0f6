import { execa } from 'execa';
import { locateProgram } from '../../../src/process/programs.ts';
import { FC_MATCH } from '../fontconfig/replacements.ts';

/** A sample letter per script, which fonts of neighbouring scripts do not have by chance. */
export const SCRIPTS = [
  { script: 'Latin', sample: 'ế' },
  { script: 'Greek', sample: 'ᾠ' },
  { script: 'Cyrillic', sample: 'Қ' },
  { script: 'Armenian', sample: 'Ա' },
  { script: 'Georgian', sample: 'ა' },
  { script: 'Hebrew', sample: 'א' },
  { script: 'Arabic', sample: 'ع' },
  { script: 'Urdu', sample: 'ڑ' },
  { script: 'Devanagari', sample: 'क' },
  { script: 'Bengali', sample: 'ক' },
  { script: 'Gurmukhi', sample: 'ਕ' },
  { script: 'Gujarati', sample: 'ક' },
  { script: 'Odia', sample: 'କ' },
  { script: 'Tamil', sample: 'க' },
  { script: 'Telugu', sample: 'క' },
  { script: 'Kannada', sample: 'ಕ' },
  { script: 'Malayalam', sample: 'ക' },
  { script: 'Sinhala', sample: 'ක' },
  { script: 'Thai', sample: 'ก' },
  { script: 'Lao', sample: 'ກ' },
  { script: 'Khmer', sample: 'ក' },
  { script: 'Myanmar', sample: 'က' },
  { script: 'Tibetan', sample: 'ཀ' },
  { script: 'Ethiopic', sample: 'ሀ' },
  { script: 'Japanese', sample: 'あ' },
  { script: 'Korean', sample: '한' },
  { script: 'Chinese, simplified', sample: '门' },
  { script: 'Chinese, traditional', sample: '門' },
  { script: 'arrows', sample: '⟶' },
  { script: 'mathematics', sample: '𝑥' },
  { script: 'box drawing', sample: '╬' },
  { script: 'emoji', sample: '😀' },
  { script: 'emoji since 2017', sample: '🥳' },
] as const;

export type Script = (typeof SCRIPTS)[number]['script'];

export interface ScriptFont {
  readonly script: Script;
  /** Null if no installed font has the sample; LibreOffice then draws a box or nothing. */
  readonly family: string | null;
}

/** An installed font, and its characters: first and last of each range. */
interface InstalledFont {
  readonly family: string;
  readonly ranges: readonly (readonly [number, number])[];
}

/**
 * Returns the family that fontconfig chooses for a letter of each script if a document names no installed font, for `convertd doctor`.
 * Every family is null without fontconfig's programs; LibreOffice cannot be installed without them. `fontconfigFile`: another configuration
 * than the machine's.
 */
export async function describeFonts(options: { fontconfigFile?: string } = {}): Promise<ScriptFont[]> {
  const match = await locateProgram(FC_MATCH);
  // All installed fonts, best first, in one call: a process per script would delay a worker's start.
  const answer = match === null ? '' : await ask(match, ['--all', '--format=%{family[0]}\t%{charset}\n'], options);
  const fonts = answer.split('\n').map(readFont);
  return SCRIPTS.map(({ script, sample }) => {
    const letter = sample.codePointAt(0) ?? 0;
    const has = ({ ranges }: InstalledFont) => ranges.some(([first, last]) => first <= letter && letter <= last);
    return { script, family: fonts.find(has)?.family ?? null };
  });
}

/** Reads `DejaVu Sans`, a tab, and `20-7e a0-2e9 2f3 …`. */
function readFont(line: string): InstalledFont {
  const [family = '', charset = ''] = line.split('\t');
  const ranges = charset.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return { family, ranges };
}

/** Returns the output of the program. Not sandboxed, because it gets no input. */
async function ask(path: string, args: readonly string[], { fontconfigFile }: { fontconfigFile?: string }) {
  const answer = await execa(path, [...args], {
    reject: false,
    stdin: 'ignore',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    // The few variables that programs of conversions get too.
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      ...(fontconfigFile === undefined ? {} : { FONTCONFIG_FILE: fontconfigFile }),
    },
    extendEnv: false,
  });
  return answer.failed ? '' : answer.stdout.trim();
}
