import type { ProgramDescription } from '../../../../../src/process/programs.ts';
import { type Environment, environment } from '../../../../../src/settings/read.ts';
import { findRuntime, MODELS_VARIABLE } from '../../stt/models.ts';
import { type Locale, VOICES } from '../voices.ts';
import { type NeuralVoice, requireVoice } from './voice-folders.ts';

/** Describes for `convertd doctor` the installed neural voices, with their licences; none is the default. */
export async function describeNeuralVoices(env: Environment = environment()): Promise<ProgramDescription[]> {
  const locales = Object.keys(VOICES) as Locale[];
  const voices = await Promise.all(
    locales.map(async (locale) => [locale, await requireVoice(locale, env).catch(() => null)] as const),
  );
  const byFolder = new Map<string, { voice: NeuralVoice; locales: Locale[] }>();
  for (const [locale, voice] of voices) {
    if (voice === null) continue;
    const { locales: others = [] } = byFolder.get(voice.folder) ?? {};
    byFolder.set(voice.folder, { voice, locales: [...others, locale] });
  }
  const row = (version: string | null, neededFor: readonly string[]): ProgramDescription => ({
    name: 'neural voices to read aloud',
    version,
    package: `a folder of a voice in ${MODELS_VARIABLE}`,
    need: 'optional',
    neededFor,
  });
  if (byFolder.size === 0 || findRuntime() === null) return [row(null, ['audio/* tts_voice=neural'])];
  return [...byFolder.values()].map(({ voice, locales: spoken }) =>
    row(`${voice.type} (${voice.license}), for ${spoken.join(' ')}`, []),
  );
}
