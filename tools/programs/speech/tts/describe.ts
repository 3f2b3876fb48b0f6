import { execa } from 'execa';
import {
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../../src/process/programs.ts';
import { EBOOK_CONVERT } from '../../calibre/programs.ts';
import { SOFFICE } from '../../libreoffice/soffice.ts';
import { describePoppler } from '../../poppler/programs.ts';
import { describeNeuralVoices } from './neural/describe.ts';
import { findOwnCommand } from './own-command.ts';
import { ESPEAK } from './speaker.ts';
import { type Locale, VOICES } from './voices.ts';

/** Describes the categories that extract text from inputs; plain text needs none. An image without these categories lacks them. */
async function describeTextSources(): Promise<ProgramDescription[]> {
  const row = async (program: ProgramPlaces, inputs: string) => ({
    name: program.name,
    version: await programVersion(program),
    package: program.package,
    need: 'optional' as const,
    neededFor: [`audio/* language_tts from ${inputs}`],
  });
  return [
    await row(SOFFICE, 'documents, sheets and presentations'),
    await row(EBOOK_CONVERT, 'books'),
    await describePoppler('pdftotext', { need: 'optional', neededFor: ['audio/* language_tts from pdf'] }),
  ];
}

/** Describes for `convertd doctor`: espeak-ng, locales that are read aloud here or not, and text extraction from inputs. */
export async function describeReadingAloud(): Promise<ProgramDescription[]> {
  const voices = await installedVoices();
  const locales = Object.keys(VOICES) as Locale[];
  const states = await Promise.all(locales.map((locale) => stateOf(locale, voices)));
  const named = (wanted: State['is']) => states.filter(({ is }) => is === wanted).map(({ label }) => label);
  const missing = named('missing');
  const working = named('works');
  return [
    {
      name: ESPEAK.name,
      version: await programVersion(ESPEAK),
      package: ESPEAK.package,
      need: 'optional',
      neededFor: ['audio/* language_tts'],
    },
    ...(working.length === 0 ? [] : [row(`for ${working.join(' ')}`, [])]),
    ...(missing.length === 0
      ? []
      : [
          row(
            null,
            missing.map((locale) => `audio/* language_tts=${locale}`),
          ),
        ]),
    ...(await describeNeuralVoices()),
    ...(await describeTextSources()),
  ];
}

const row = (version: string | null, neededFor: readonly string[]): ProgramDescription => ({
  name: 'voices to read aloud',
  version,
  package: `${ESPEAK.package}, or a command named by TTS_COMMAND_<LOCALE>`,
  need: 'optional',
  neededFor,
});

interface State {
  readonly is: 'works' | 'missing';
  readonly label: string;
}

async function stateOf(locale: Locale, voices: ReadonlySet<string>): Promise<State> {
  try {
    const own = await findOwnCommand(locale);
    if (own !== null) return { is: 'works', label: `${locale} (${own.variable})` };
  } catch {
    return { is: 'missing', label: locale };
  }
  return { is: voices.has(VOICES[locale].name) ? 'works' : 'missing', label: locale };
}

/** Returns the names of espeak-ng's voices; none if it is not installed. Not sandboxed, because it gets no input. */
async function installedVoices(): Promise<ReadonlySet<string>> {
  const path = await locateProgram(ESPEAK);
  if (path === null) return new Set();
  const { stdout = '' } = await execa(path, ['--voices'], {
    reject: false,
    stdin: 'ignore',
    timeout: 60_000,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    extendEnv: false,
  });
  return parseVoices(stdout);
}

/** Parses the second column of `espeak-ng --voices`, and the other names of a voice, `(fr 5)`. */
export function parseVoices(text: string): Set<string> {
  const rows = text.split('\n').slice(1);
  const names = rows.flatMap((line) => [
    line.trim().split(/\s+/)[1] ?? '',
    ...Array.from(line.matchAll(/\((\S+) \d+\)/g), ([, name = '']) => name),
  ]);
  return new Set(names.filter((name) => name !== ''));
}
