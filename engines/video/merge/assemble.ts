import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { FfmpegRuns } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { noEffect, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { probeFilm } from '../../../tools/programs/ffmpeg/probe/film.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import type { FilmOptions } from '../read-options.ts';
import { filmSource, type Material } from '../sources.ts';
import { addSubtitles } from './captions.ts';
import { joinFilms, type Part } from './join.ts';
import type { SeenFilm } from './join-plan.ts';
import { type Roles, rolesOf } from './roles.ts';
import { slidesOf } from './slides.ts';
import { addSoundtrack, type Soundtrack } from './soundtrack.ts';

/** Opens an input as a film. Throws ConversionError for other files. */
export type OpenFilm = (input: LocalInput) => Promise<SeenFilm>;

export interface Assembly extends Material<SeenFilm> {
  readonly options: FilmOptions;
  readonly warnings: readonly Warning[];
}

interface Tools {
  readonly ffprobe: Program;
  readonly runs: FfmpegRuns;
  readonly open: OpenFilm;
}

/**
 * Makes one film of all inputs: films one after another, or pictures as slides, with a sound and subtitles. Throws ConversionError as
 * `rolesOf` and what opens the inputs do.
 */
export async function assemble(inputs: readonly LocalInput[], options: FilmOptions, tools: Tools): Promise<Assembly> {
  const roles = rolesOf(inputs);
  const { ffprobe, runs } = tools;
  const sound = await openSound(roles.sound, ffprobe, runs.context);
  const pictures = await basis(roles, { options, sound }, tools);
  const warnings = [...pictures.warnings, ...idle(roles, options)];
  const heard = sound === null ? null : addSoundtrack(pictures, sound, options.soundtrack ?? 'replace');
  const material = await addSubtitles(heard?.material ?? pictures, roles.subtitles, tools);
  return { ...material, options: pictures.options, warnings: [...warnings, ...(heard?.warnings ?? [])] };
}

async function openSound(input: LocalInput | null, ffprobe: Program, context: WorkContext): Promise<Soundtrack | null> {
  return input === null ? null : { input, film: await probeFilm(ffprobe, input, context) };
}

/** Default seconds for which a picture is shown. */
const USUAL_SECONDS = 3;
/** Frames per second of slides: players seek slowly among fewer. */
const SLIDE_RATE = 25;

async function basis(
  { films, pictures }: Roles,
  { options, sound }: { readonly options: FilmOptions; readonly sound: Soundtrack | null },
  { ffprobe, runs, open }: Tools,
): Promise<Assembly> {
  if (pictures.length > 0) {
    const usual = options.secondsPerPicture ?? shareOf(sound?.film.seconds ?? null, pictures);
    const slides = pictures.map((input) => ({ input, seconds: input.slide?.slide_duration ?? usual }));
    const shortest = slides.reduce((least, { seconds }) => Math.min(least, seconds), 1);
    const fps = options.fps ?? Math.max(SLIDE_RATE, 1 / shortest);
    return { ...(await slidesOf(slides, fps, { ffprobe, runs })), options: { ...options, fps } };
  }
  const parts: Part[] = [];
  for (const input of films) parts.push({ input, film: await open(input) });
  const [first, ...others] = parts;
  if (first === undefined) throw new Error('no film');
  if (others.length === 0) {
    const { input, film } = first;
    return { film, sources: [filmSource(input.path, film)], mixture: null, options, warnings: [] };
  }
  const withSound = sound === null || options.soundtrack === 'mix';
  return { ...(await joinFilms([first, ...others], { options, withSound }, { ffprobe, runs })), options };
}

/** Returns the seconds of each picture that has none of its own: they share what the others leave of a sound, if that is enough to see. */
function shareOf(sound: number | null, pictures: readonly LocalInput[]): number {
  const own = pictures.flatMap(({ slide }) => slide?.slide_duration ?? []);
  const left = (sound ?? 0) - own.reduce((sum, seconds) => sum + seconds, 0);
  const share = left / Math.max(1, pictures.length - own.length);
  const isSeen = own.length === 0 ? share > 0 : share >= 1 / SLIDE_RATE;
  return isSeen ? share : USUAL_SECONDS;
}

/** Warns of options without effect on these inputs. */
function idle(roles: Roles, { secondsPerPicture, soundtrack }: FilmOptions): Warning[] {
  const { films, pictures, sound, subtitles } = roles;
  const isAlone = films.length === 1 && sound === null && subtitles.length === 0;
  return [
    ...(isAlone ? [noEffect('merge', 'there is only one video')] : []),
    ...(secondsPerPicture !== null && pictures.length === 0
      ? [noEffect('seconds_per_picture', 'none of the inputs is a picture')]
      : []),
    ...(soundtrack !== null && sound === null ? [noEffect('soundtrack', 'none of the inputs is an audio file')] : []),
  ];
}
