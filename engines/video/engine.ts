import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../tools/ffmpeg/ffmpeg.ts';
import { probeFilm } from '../../tools/ffmpeg/film.ts';
import { limited, noEffect, type Warning } from '../../tools/ffmpeg/issues.ts';
import { type Program, requireProgram } from '../../tools/ffmpeg/programs.ts';
import { Progress } from '../../tools/ffmpeg/progress.ts';
import { ANIMATION_TYPES, type Animation, animate } from './animation.ts';
import { type FilmRun, filmArguments } from './arguments.ts';
import { catalog } from './catalog.ts';
import { CONTAINERS, type FilmTarget } from './containers.ts';
import { cutWarnings } from './cut-inputs.ts';
import { describePrograms } from './describe.ts';
import { prepareKept } from './kept.ts';
import { checkLimits } from './limits.ts';
import { lossWarnings } from './losses.ts';
import { normalizeSounds } from './loudness.ts';
import { type Assembly, assemble, type OpenFilm } from './merge/assemble.ts';
import type { SeenFilm } from './merge/join-plan.ts';
import { type FilmOptions, readFilmOptions, readPictureOptions } from './options.ts';
import { planFilm } from './plan.ts';
import { filmSource } from './sources.ts';
import { planSubtitles, prepareBurning } from './subtitles.ts';
import { checkFilm } from './verify.ts';

/** The video engine: films of any kind into files of film and into pictures that move, by ffmpeg. */
export const engine = defineEngine(catalog, {
  combinesInputs: ({ options }) => options.merge === true,
  convert,
  describe: describePrograms,
});

type Request = RequestOf<typeof catalog>;

const GiB = 1024 ** 3;
const HOUR = 3600;
/** The time of the task ends a run that takes too long. */
const LIMITS = { memoryBytes: 6 * GiB, cpuSeconds: 96 * HOUR, wallMs: 24 * HOUR * 1000, fileBytes: 64 * GiB };

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
  const options = readFilmOptions(request.options);
  const assembly = options.merge
    ? await assemble(inputs, options, { ffprobe, runs, open })
    : await single(onlyInput(inputs, 'A film'), options, open);
  const path = await makeFilm({ target, inputs, assembly }, ffprobe, runs);
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

/** Throws ConversionError `input_wrong_type` for what has no picture, and `input_bomb` for what is too large. */
async function openFilm(ffprobe: Program, input: LocalInput, context: WorkContext): Promise<SeenFilm> {
  const film = await probeFilm(ffprobe, input, context);
  const { picture } = film;
  if (picture === null || picture.width === 0 || picture.height === 0) {
    const message = `${input.filename} has no moving picture: it holds sound alone. Convert it to audio, or give a film.`;
    throw new ConversionError('input_wrong_type', message);
  }
  checkLimits(film, input.filename);
  return { ...film, picture };
}

interface FilmRequest {
  readonly target: FilmTarget;
  readonly inputs: readonly LocalInput[];
  readonly assembly: Assembly;
}

async function makeFilm(
  { target, inputs, assembly }: FilmRequest,
  ffprobe: Program,
  runs: FfmpegRuns,
): Promise<string> {
  const { context, filename } = runs;
  const warn = (warnings: readonly Warning[]) => {
    for (const { code, message, details } of warnings) context.warn(code, message, details);
  };
  const container = CONTAINERS[target];
  const { film, sources, mixture } = assembly;
  const idle = assembly.options.subtitles === 'burn' && film.subtitles.length === 0;
  const options: FilmOptions = idle ? { ...assembly.options, subtitles: null } : assembly.options;
  warn([...assembly.warnings, ...(idle ? [noEffect('subtitles', 'there are none')] : [])]);
  const input = inputs.find(({ format }) => format?.kind === 'video') ?? inputs[0];
  if (input === undefined) throw new Error('no input');
  const plan = planFilm(film, options, container);
  const subtitles =
    options.subtitles === 'burn'
      ? await prepareBurning(assembly, options, runs)
      : planSubtitles(film, options, container);
  warn([...plan.warnings, ...subtitles.warnings, ...lossWarnings(film, options, container)]);
  const kept = await prepareKept({ film, input, isMerged: inputs.length > 1 }, { options, container }, runs);
  const planned: FilmRun = { film, sources, mixture, options, plan, container, subtitles: subtitles.way, kept };
  const { run, warnings } =
    options.normalize === null
      ? { run: planned, warnings: [] }
      : await normalizeSounds(planned, options.normalize, runs);
  warn(warnings);
  const output = join(context.workFolder, `result.${target}`);
  const { stderr } = await encodeToSize(run, output, runs);
  const made = { id: '', path: output, filename, size: 0, format: null, decryptPassword: null };
  const result = await probeFilm(ffprobe, made, context);
  const checked = checkFilm({ plan, container, subtitles: subtitles.way, result, filename });
  const damage = await cutWarnings(inputs, options, { stderr, filename });
  // One warning that says how much is missing is enough.
  const isKnown = checked.some(({ code }) => code === 'input_truncated');
  warn([...checked, ...damage.filter(({ code }) => !(isKnown && code === 'input_truncated'))]);
  warn(await sizeWarnings(options, output));
  return output;
}

/** Two passes share the time about evenly. */
const FIRST_PASS = 0.4;

async function encode(run: FilmRun, output: string, runs: FfmpegRuns): Promise<{ stderr: string }> {
  const { picture, seconds } = run.plan;
  const progress = new Progress((percent) => runs.context.progress(percent), seconds);
  const passes = picture.by === 'encode' ? picture.passes : 1;
  const pass = (number: 1 | 2, onProgress: (line: string) => void) =>
    runFfmpeg(runs, filmArguments(run, { number, of: passes }, output), { onProgress, limits: LIMITS });
  if (passes === 2) await pass(1, progress.pass(FIRST_PASS));
  return pass(passes, progress.rest());
}

/** How often a film is encoded again that came out too large, and how far below the size the next one aims. */
const MOST_ATTEMPTS = 3;
const AIM = 0.98;

/** Encodes until the file is no larger than `file_size`; where that is not given, once. */
async function encodeToSize(run: FilmRun, output: string, runs: FfmpegRuns): Promise<{ stderr: string }> {
  const { budget } = run.options;
  let current = run;
  let result = await encode(current, output, runs);
  for (let attempt = 1; attempt < MOST_ATTEMPTS && budget?.by === 'size'; attempt += 1) {
    const { size } = await stat(output);
    const { picture } = current.plan;
    if (size <= budget.bytes || picture.by === 'copy' || picture.kbps === null) break;
    const kbps = Math.floor(picture.kbps - ((size - AIM * budget.bytes) * 8) / 1000 / (run.plan.seconds ?? 1));
    if (kbps < 1) break;
    current = { ...current, plan: { ...current.plan, picture: { ...picture, kbps } } };
    result = await encode(current, output, runs);
  }
  return result;
}

async function sizeWarnings({ budget }: FilmOptions, output: string): Promise<Warning[]> {
  if (budget?.by !== 'size') return [];
  const { size } = await stat(output);
  if (size <= budget.bytes) return [];
  const message = `The file has ${size} bytes, more than file_size (${budget.text}): the encoder needs that much for this film.`;
  return [limited(message, { option: 'file_size', value: budget.text, used: size })];
}
