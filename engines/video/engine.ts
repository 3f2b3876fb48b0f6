import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { FfmpegRuns } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { noEffect, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { rateWarnings } from '../../tools/programs/ffmpeg/probe/edited.ts';
import { type Film, probeFilm } from '../../tools/programs/ffmpeg/probe/film.ts';
import { readHdrMetadata } from '../../tools/programs/ffmpeg/probe/hdr-metadata.ts';
import { type Program, requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { ANIMATION_TYPES, type Animation, animate } from './animation.ts';
import type { FilmRun } from './arguments.ts';
import { catalog } from './catalog.ts';
import { CONTAINERS, type FilmTarget } from './containers.ts';
import { separateCover } from './cover-input.ts';
import { cutWarnings } from './cut-inputs.ts';
import { describePrograms } from './describe.ts';
import { encodeToSize, sizeWarnings } from './encode.ts';
import { type Poster, prepareExtras } from './extras.ts';
import { addTags, tagWarnings, withTags } from './film-tags.ts';
import { useHardware } from './hardware/use-hardware.ts';
import { encodesHdrMetadata, withHdrMetadata } from './hdr-metadata.ts';
import { checkLimits } from './limits.ts';
import { lossWarnings } from './losses.ts';
import { normalizeSounds } from './loudness.ts';
import { type Assembly, assemble, type OpenFilm } from './merge/assemble.ts';
import type { SeenFilm } from './merge/join-plan.ts';
import type { PictureWay } from './picture-way.ts';
import { type FilmPlan, planFilm } from './plan.ts';
import { checkPosterTime, hiddenPoster, readCover, takePoster } from './poster.ts';
import { type FilmOptions, readFilmOptions, readPictureOptions } from './read-options.ts';
import { filmSource } from './sources.ts';
import { planSubtitles, prepareBurning } from './subtitles.ts';
import { checkFilm } from './verify.ts';
import { writeWatermark } from './watermark.ts';

/** The video engine: it converts films of any kind to film files and moving pictures, with ffmpeg. */
export const engine = defineEngine(catalog, {
  appliesMetadata: (target) => Object.hasOwn(CONTAINERS, target),
  combinesInputs: ({ options }) => options.merge === true || options.cover === true,
  showsSlide: ({ target, options }, { format }) =>
    Object.hasOwn(CONTAINERS, target) && options.merge === true && options.cover !== true && format?.kind === 'image',
  convert,
  describe: describePrograms,
});

type Request = RequestOf<typeof catalog>;

async function convert(request: Request, context: WorkContext): Promise<OutputFile[]> {
  const ffmpeg = await requireProgram('ffmpeg', `video/${request.target}`);
  const ffprobe = await requireProgram('ffprobe', `video/${request.target}`);
  const { inputs } = request;
  const [first] = inputs;
  const runs: FfmpegRuns = { ffmpeg, context, filename: first?.filename ?? '' };
  const open = (input: LocalInput) => openFilm(ffprobe, input, context);
  const inputIds = inputs.map(({ id }) => id);
  const animation = animationOf(request);
  if (animation !== null) {
    const input = onlyInput(inputs, 'A picture that moves');
    const options = readPictureOptions(request.options);
    const path = await animate({ input, film: await open(input), options, ...animation }, runs);
    const { kind } = animation.animation;
    return [{ path, extension: kind, contentType: ANIMATION_TYPES[kind], inputIds }];
  }
  const target = request.target as FilmTarget;
  const options = readFilmOptions(request.options, request.metadata);
  const { films, cover } = separateCover(inputs, options);
  const assembly = options.merge
    ? await assemble(films, options, { ffprobe, runs, open })
    : await single(onlyInput(films, 'A film'), options, open);
  const path = await makeFilm({ target, inputs: films, cover, assembly }, ffprobe, runs);
  return [{ path, extension: target, contentType: CONTAINERS[target].contentType, inputIds }];
}

async function single(input: LocalInput, options: FilmOptions, open: OpenFilm): Promise<Assembly> {
  const film = await open(input);
  return { film, sources: [filmSource(input.path, film)], mixture: null, options, warnings: [] };
}

function animationOf(request: Request): { animation: Animation; loop: number } | null {
  const { target, options } = request;
  if (target === 'gif') return { animation: { kind: target, colors: options.colors }, loop: options.loop };
  if (target === 'apng') return { animation: { kind: target }, loop: options.loop };
  if (target === 'webp') return { animation: { kind: target, quality: options.quality }, loop: options.loop };
  return null;
}

/** Opens a film. Throws ConversionError `input_wrong_type` for a file without picture, and `input_bomb` for one that is too large. */
async function openFilm(ffprobe: Program, input: LocalInput, context: WorkContext): Promise<SeenFilm> {
  const film = await probeFilm(ffprobe, input, context);
  const { picture } = film;
  if (picture === null || picture.width === 0 || picture.height === 0) {
    throw new ConversionError('input_wrong_type', withoutPicture(film, input.filename));
  }
  checkLimits(film, input.filename);
  const warnings = rateWarnings([picture, ...film.sounds], input.filename);
  for (const { code, message, details } of warnings) context.warn(code, message, details);
  return { ...film, picture };
}

function withoutPicture({ unreadable, sounds, subtitles }: Film, filename: string): string {
  if (unreadable.includes('video')) {
    return `The moving picture of ${filename} is of a codec that is not known here. Save it in another one.`;
  }
  const none = `${filename} has no moving picture`;
  if (sounds.length > 0) return `${none}: it holds sound alone. Convert it to audio, or give a film.`;
  const held = subtitles.length > 0 ? ': it holds subtitles alone. Convert it to srt or vtt' : ', nor sound';
  return `${none}${held}, or give a film.`;
}

interface FilmRequest {
  readonly target: FilmTarget;
  /** Inputs from which the film is made. */
  readonly inputs: readonly LocalInput[];
  /** Input that becomes the cover. Null: no input does. */
  readonly cover: LocalInput | null;
  readonly assembly: Assembly;
}

async function makeFilm(
  { target, inputs, cover, assembly }: FilmRequest,
  ffprobe: Program,
  runs: FfmpegRuns,
): Promise<string> {
  const { context, filename } = runs;
  const warn = (warnings: readonly Warning[]) => {
    for (const { code, message, details } of warnings) context.warn(code, message, details);
  };
  const container = CONTAINERS[target];
  const { sources, mixture } = assembly;
  const film = withTags(assembly.film, assembly.options);
  const idle = assembly.options.subtitles === 'burn' && film.subtitles.length === 0;
  const options: FilmOptions = idle ? { ...assembly.options, subtitles: null } : assembly.options;
  warn([...assembly.warnings, ...(idle ? [noEffect('subtitles', 'there are none')] : [])]);
  const input = inputs.find(({ format }) => format?.kind === 'video') ?? inputs[0];
  if (input === undefined) throw new Error('no input');
  const planned = planFilm(film, options, container);
  const lit = await light(planned, film, input, { ffprobe, context });
  const used = await useHardware({ way: lit.way, track: film.picture, options, container }, runs);
  const planWarnings = [...planned.warnings, ...lit.warnings, ...used.warnings];
  const plan = { ...planned, picture: used.way, warnings: planWarnings };
  if (options.watermark !== null && used.way.by === 'encode') {
    await writeWatermark(context.workFolder, options.watermark, used.way.plan.size);
  }
  const subtitles =
    options.subtitles === 'burn'
      ? await prepareBurning(assembly, options, runs)
      : planSubtitles(film, options, container);
  warn([...plan.warnings, ...subtitles.warnings, ...lossWarnings(film, options, container)]);
  const poster =
    (await posterOf(assembly, cover, { ffprobe, runs })) ?? (await hiddenPoster(film, options, container, context));
  const extras = await prepareExtras(
    { film, input, isMerged: inputs.length > 1, poster },
    { options, container },
    runs,
  );
  const material: FilmRun = {
    film,
    sources,
    mixture,
    options,
    plan,
    container,
    subtitles: subtitles.way,
    extras,
  };
  const { run, warnings } =
    options.normalize === null
      ? { run: material, warnings: [] }
      : await normalizeSounds(material, options.normalize, runs);
  warn(warnings);
  const output = join(context.workFolder, `result.${target}`);
  const { stderr, seconds = null } = await encodeToSize(run, output, runs);
  const made = { id: '', path: output, filename, size: 0, format: null, decryptPassword: null };
  const encoded = await probeFilm(ffprobe, made, context);
  const bare = options.stripMetadata && options.tags.size === 0;
  const tagged = !bare && (await addTags({ film, extras, container, path: output, result: encoded }, context));
  const result = tagged ? await probeFilm(ffprobe, made, context) : encoded;
  const checked = checkFilm({
    plan,
    container,
    subtitles: subtitles.way,
    hasPoster: poster !== null,
    result,
    written: seconds,
    filename,
  });
  warn(bare ? [] : tagWarnings({ film, container, result }));
  const damage = await cutWarnings(inputs, options, { stderr, filename });
  // A single warning, the one that says how much is missing, is enough.
  const isKnown = checked.some(({ code }) => code === 'input_truncated');
  warn([...checked, ...damage.filter(({ code }) => !(isKnown && code === 'input_truncated'))]);
  warn(await sizeWarnings(options, output));
  return output;
}

/** Passes the HDR10 metadata about the light of a film to its encoder. */
async function light(
  { picture }: FilmPlan,
  film: SeenFilm,
  input: LocalInput,
  { ffprobe, context }: { readonly ffprobe: Program; readonly context: WorkContext },
): Promise<{ way: PictureWay; warnings: readonly Warning[] }> {
  if (!encodesHdrMetadata(film.picture, picture)) return { way: picture, warnings: [] };
  return withHdrMetadata(picture, await readHdrMetadata(ffprobe, input, film.picture, context));
}

/** Returns the cover that options ask for. Null if there is none. */
async function posterOf(
  assembly: Assembly,
  cover: LocalInput | null,
  tools: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Poster | null> {
  if (cover !== null) return readCover(cover, tools);
  const { options, film } = assembly;
  if (options.poster === null) return null;
  checkPosterTime(film, options.poster);
  return takePoster(assembly, options, options.poster, tools.runs);
}
