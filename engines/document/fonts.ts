import { execa } from 'execa';
import { locateProgram, type ProgramPlaces } from '../../src/process/programs.ts';

/** What a script's fonts are asked for: a letter that fonts of neighbouring scripts do not have by chance. */
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
  /** null: no installed font has the sample, and LibreOffice draws a box or nothing. */
  readonly family: string | null;
}

const LIST = program('fc-list');
const MATCH = program('fc-match');

/**
 * The family that fontconfig gives for a letter of each script where a document names none that is installed, for
 * `convertd doctor`. Without fontconfig's programs every family is null; LibreOffice cannot be installed without them.
 * `fontconfigFile`: another configuration than the machine's.
 */
export async function describeFonts(options: { fontconfigFile?: string } = {}): Promise<ScriptFont[]> {
  const [list, match] = await Promise.all([locateProgram(LIST), locateProgram(MATCH)]);
  if (list === null || match === null) return SCRIPTS.map(({ script }) => ({ script, family: null }));
  const fonts: ScriptFont[] = [];
  for (const { script, sample } of SCRIPTS) {
    const pattern = `:charset=${sample.codePointAt(0)?.toString(16)}`;
    // fc-match always names a font, even one without the letter; fc-list names those that have it, in no order.
    const known = (await ask(list, [pattern, 'family'], options)) !== '';
    fonts.push({ script, family: known ? await ask(match, ['--format=%{family[0]}', pattern], options) : null });
  }
  return fonts;
}

/** What the program prints. Not confined: it gets no input. */
async function ask(path: string, args: readonly string[], { fontconfigFile }: { fontconfigFile?: string }) {
  const answer = await execa(path, [...args], {
    reject: false,
    stdin: 'ignore',
    timeout: 10_000,
    maxBuffer: 1024 * 1024,
    // The same few variables as the programs that convert get.
    env: {
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      ...(fontconfigFile === undefined ? {} : { FONTCONFIG_FILE: fontconfigFile }),
    },
    extendEnv: false,
  });
  return answer.failed ? '' : answer.stdout.trim();
}

function program(name: string): ProgramPlaces {
  return { name, candidates: [`/usr/bin/${name}`], package: 'fontconfig' };
}
