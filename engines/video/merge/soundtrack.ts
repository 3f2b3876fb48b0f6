import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput } from '../../../src/work/context.ts';
import { limited, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import type { Film, SoundTrack } from '../../../tools/programs/ffmpeg/probe/film.ts';
import { filmInputArguments } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { Material } from '../sources.ts';
import type { SeenFilm } from './join-plan.ts';

/** A sound input for a film. */
export interface Soundtrack {
  readonly input: LocalInput;
  readonly film: Film;
}

/** Seconds by which the ends of sound and film may differ unnoticed. */
const UNNOTICED = 0.5;

/** Adds a sound to a film: instead of its own, or mixed with it. What is longer than the film is cut off. */
export function addSoundtrack(
  material: Material<SeenFilm>,
  { input, film: given }: Soundtrack,
  how: 'replace' | 'mix',
): { material: Material<SeenFilm>; warnings: readonly Warning[] } {
  const { film, sources, mixture } = material;
  const sound = given.sounds.find(({ isUsual }) => isUsual) ?? given.sounds[0];
  if (sound === undefined) {
    throw new ConversionError('input_wrong_type', `${input.filename} has no sound: it contains no audio stream.`);
  }
  const file = sources.length;
  const isMixed = how === 'mix' && film.sounds.length > 0;
  const open = filmInputArguments(input.path);
  const source = { open, isCut: !(isMixed && mixture?.isWhole === true), until: film.seconds };
  const added = { ...material, sources: [...sources, source] };
  const warnings = lengthWarnings(input, { film: film.seconds, sound: given.seconds });
  if (!isMixed) {
    const sounds = [{ ...sound, file, isUsual: true }];
    return { material: { ...added, film: { ...film, sounds } }, warnings };
  }
  return { material: { ...added, ...mixed(material, `${file}:${sound.index}`) }, warnings };
}

function mixed({ film, mixture }: Material<SeenFilm>, sound: string): Pick<Material<SeenFilm>, 'film' | 'mixture'> {
  const sounds: SoundTrack[] = film.sounds.map((track) => ({ ...track, codec: 'mixed' }));
  const copies = sounds.map((_, place) => `[copy${place}]`);
  const chains = film.sounds.map((track, place) => {
    const from = mixture?.sounds.get(track) ?? `${track.file}:${track.index}`;
    // Both keep their loudness; the limiter keeps the sum within full scale.
    const mix = 'amix=inputs=2:duration=longest:normalize=0,alimiter=limit=0.97:level=false:latency=true';
    return `[${from}]${copies[place]}${mix}[mix${place}]`;
  });
  return {
    film: { ...film, sounds },
    mixture: {
      chains: [...(mixture?.chains ?? []), `[${sound}]asplit=${sounds.length}${copies.join('')}`, ...chains],
      picture: mixture?.picture ?? null,
      sounds: new Map(sounds.map((track, place) => [track, `mix${place}`])),
      isWhole: mixture?.isWhole ?? false,
    },
  };
}

function lengthWarnings(
  { filename }: LocalInput,
  { film, sound }: { readonly film: number | null; readonly sound: number | null },
): Warning[] {
  if (film === null || sound === null || Math.abs(film - sound) < UNNOTICED) return [];
  const [long, short] = [sound.toFixed(1), film.toFixed(1)];
  const message =
    sound > film
      ? `${filename} is longer (${long} s) than the film (${short} s): the rest of it was cut off.`
      : `${filename} is shorter (${long} s) than the film (${short} s): the end of the video has no sound of it.`;
  return [limited(message, { option: 'merge', sound, film })];
}
