import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutputFile, RequestOf } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { chooseDecoder } from '../../tools/programs/ffmpeg/decoder.ts';
import { damageWarnings } from '../../tools/programs/ffmpeg/failures.ts';
import { runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { endsEarly } from '../../tools/programs/ffmpeg/probe/declared-size.ts';
import { probeInput } from '../../tools/programs/ffmpeg/probe/probe.ts';
import { requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { Progress } from '../../tools/programs/ffmpeg/progress.ts';
import { PeakReader, peakFilters } from '../../tools/programs/ffmpeg/sound/peaks.ts';
import type { catalog } from './catalog.ts';
import { measureArguments, openingOf, pixelArguments } from './commands.ts';
import { filterOf } from './graph.ts';
import { readOptions } from './read-options.ts';
import { cutFilters, planCut } from './trim.ts';
import { drawPixels, drawSvg, peaksJson, type Waveform } from './waveform-forms.ts';

const CONTENT_TYPES = { json: 'application/json', png: 'image/png', svg: 'image/svg+xml' } as const;

/** Share of the time for measuring the length; the rest is for the peaks. */
const COUNTING = 0.5;

/** Draws a sound, or lists its peaks: the target `waveform`. Throws what probing and decoding throw. */
export async function convertToWaveform(
  request: RequestOf<typeof catalog, 'waveform'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const input = onlyInput(request.inputs, 'A sound');
  const options = readOptions(request.options);
  const {
    waveform_format: form = 'png',
    waveform_width: width = 1200,
    waveform_height: height = 240,
  } = request.options;
  const ffmpeg = await requireProgram('ffmpeg', 'audio/waveform');
  const source = await probeInput(await requireProgram('ffprobe', 'audio/waveform'), input, context, options.track);
  const cut = planCut(options, source);
  const { index, codec, sampleRate } = source.audio;
  const opening = openingOf(input.path, cut.openAt, await chooseDecoder(codec, ffmpeg, context));
  const runs = { ffmpeg, context, filename: input.filename };
  const progress = new Progress((percent) => context.progress(percent), cut.length.seconds);
  const listen = (filters: readonly string[], share: number, onStdout?: (line: string) => void) => {
    const args = measureArguments(opening, filterOf(index, [...cutFilters(cut), ...filters]), null);
    return runFfmpeg(runs, args, { onProgress: progress.pass(share), ...(onStdout && { onStdout }) });
  };
  const { seconds, stderr } = await listen(['asetpts=N/SR/TB'], COUNTING);
  if (seconds === null || seconds <= 0) throw nothingToDraw(input.filename);
  const early = cut.end === null && (await endsEarly(input.path, input.size));
  for (const { code, message, details } of [...cut.warnings, ...damageWarnings(stderr, false, input.filename, early)])
    context.warn(code, message, details);
  const samplesPerPixel = Math.max(1, Math.ceil((seconds * sampleRate) / width));
  const reader = new PeakReader();
  await listen(peakFilters(samplesPerPixel), 1 - COUNTING, (line) => reader.add(line));
  const waveform = { peaks: reader.peaks, width, height, samplesPerPixel, sampleRate };
  const path = join(context.workFolder, `waveform.${form}`);
  if (form === 'png') await writePng(waveform, path, (args) => runFfmpeg(runs, args));
  else await writeFile(path, form === 'svg' ? drawSvg(waveform) : peaksJson(waveform));
  return [{ path, extension: form, contentType: CONTENT_TYPES[form], inputIds: [input.id] }];
}

async function writePng(waveform: Waveform, path: string, run: (args: string[]) => Promise<unknown>): Promise<void> {
  const pixels = `${path}.rgba`;
  await writeFile(pixels, drawPixels(waveform));
  await run(pixelArguments(pixels, waveform, path));
}

function nothingToDraw(filename: string): ConversionError {
  return new ConversionError('input_damaged', `${filename} contains no audio that can be decoded.`);
}
