import { ConversionError } from '../../../src/task/errors.ts';
import { type FfmpegRuns, ffmpegCall } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { parseCoders } from '../../../tools/programs/ffmpeg/installed.ts';
import type { Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { callOf, chosenAs } from '../../../tools/programs/ffmpeg/programs.ts';
import { BEGIN } from '../arguments.ts';
import type { PictureWay } from '../picture-way.ts';
import { accessTo, deviceProblem, type HardwareChoice, readHardware } from './device.ts';
import { HARDWARE_NAMES } from './encoders.ts';
import { hardwareCodec, hardwareWay, keepsRange, type Planned, RANGE_IN_SOFTWARE } from './way.ts';

/**
 * Encodes the picture with the device that the operator allows, if the device can do what is asked. Throws ConversionError
 * `engine_unavailable` if that device or its encoder cannot be used.
 */
export async function useHardware(
  planned: Planned,
  runs: FfmpegRuns,
): Promise<{ way: PictureWay; warnings: readonly Warning[] }> {
  const choice = readHardware();
  const codec = hardwareCodec(planned);
  const software = { way: planned.way, warnings: [] };
  if (choice === null || codec === null) return software;
  const encoder = `${codec}_${choice.kind}`;
  const isThere = await hasEncoder(encoder, runs);
  // Only recent versions of ffmpeg have the AV1 encoders.
  if (!isThere && codec === 'av1') return software;
  if (keepsRange(planned)) return { ...software, warnings: [RANGE_IN_SOFTWARE] };
  if (!isThere) throw unavailable(choice, await missingEncoder(encoder));
  const problem = await deviceProblem(choice);
  if (problem !== null) throw unavailable(choice, problem);
  const access = await accessTo(choice);
  const { way, warnings } = hardwareWay(planned, { kind: choice.kind, access, codec });
  await tryDevice(way, choice, runs);
  return { way, warnings };
}

/** Says, as the end of a sentence, that ffmpeg lacks an encoder. */
export async function missingEncoder(encoder: string): Promise<string> {
  return (await chosenAs('ffmpeg')) === 'build'
    ? `the ffmpeg that "npm run ffmpeg" built has no hardware encoders (FFMPEG_BIN=/usr/bin/ffmpeg uses Debian's)`
    : `this ffmpeg has no encoder ${encoder}`;
}

function unavailable({ kind, device }: HardwareChoice, problem: string, log?: string): ConversionError {
  const message = `Hardware encoding by ${HARDWARE_NAMES[kind]} (VIDEO_HARDWARE=${kind}) cannot be used: ${problem}. Correct that, name another device with VIDEO_DEVICE, or encode in software with VIDEO_HARDWARE=off.`;
  const details = { variable: 'VIDEO_HARDWARE', value: kind, device };
  return new ConversionError('engine_unavailable', message, { details, ...(log === undefined ? {} : { log }) });
}

/** Path of ffmpeg to its encoders. */
const encoders = new Map<string, ReadonlySet<string>>();

async function hasEncoder(encoder: string, { ffmpeg, context }: FfmpegRuns): Promise<boolean> {
  const known = encoders.get(ffmpeg.path);
  if (known !== undefined) return known.has(encoder);
  const { stdout } = await context.run(callOf(ffmpeg, ['-hide_banner', '-encoders']));
  const found = parseCoders(stdout, 'V');
  encoders.set(ffmpeg.path, found);
  return found.has(encoder);
}

/** Devices that have encoded, with their encoders. */
const tried = new Set<string>();

/** Encodes a few frames, so that a device or driver that fails does so before a film is begun; once per process, after it succeeded. */
async function tryDevice(
  way: Extract<PictureWay, { by: 'encode' }>,
  choice: HardwareChoice,
  { ffmpeg, context }: FfmpegRuns,
): Promise<void> {
  const { device, plan } = way;
  const filters = plan.filters.slice(plan.filters.findLastIndex((filter) => filter.startsWith('format=')));
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=25:duration=0.2'];
  const encode = ['-filter:v:0', filters.join(','), '-c:v:0', way.encoder.encoder, '-f', 'null', '-'];
  const args = [...BEGIN, ...(device?.arguments ?? []), ...source, ...encode];
  const key = JSON.stringify([ffmpeg.path, args]);
  if (tried.has(key)) return;
  const { exitCode, stderr } = await context.run(ffmpegCall(ffmpeg, args, { device: device ?? null }));
  if (exitCode === 0) {
    tried.add(key);
    return;
  }
  const problem = `${choice.device} does not encode ${way.encoder.codec} (${way.encoder.encoder}); its driver may be missing`;
  throw unavailable(choice, problem, stderr);
}
