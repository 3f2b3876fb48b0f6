import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../../src/files/filename.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../src/work/context.ts';
import { chooseDecoder } from '../../tools/programs/ffmpeg/decoder.ts';
import { damageWarnings } from '../../tools/programs/ffmpeg/failures.ts';
import { runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { renderFileList } from '../../tools/programs/ffmpeg/file-list.ts';
import { limited } from '../../tools/programs/ffmpeg/issues.ts';
import { endsEarly } from '../../tools/programs/ffmpeg/probe/declared-size.ts';
import { renderMetadata } from '../../tools/programs/ffmpeg/probe/ffmetadata.ts';
import { fileUrl, filmListArguments, metadataInputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { probeOutput } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { Chapter } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Program } from '../../tools/programs/ffmpeg/programs.ts';
import { DEFAULT_LAYOUTS } from './channels.ts';
import { openingOf, samplesArguments } from './commands.ts';
import { filterOf } from './graph.ts';
import type { AudioOptions } from './read-options.ts';
import { openSound, type SoundInput } from './speech.ts';

export interface Joining {
  readonly ffmpeg: Program;
  readonly ffprobe: Program;
  readonly options: AudioOptions;
  /** Whether the result can have chapters. */
  readonly hasChapters: boolean;
  readonly context: WorkContext;
}

/** Share of the progress for opening the inputs, percent. */
const OPENED = 30;

/**
 * Joins the sound of inputs, one after the other, as samples in one file: at the highest of their rates, with the most of their channels
 * and bits. The file has a chapter for each, and the tags that all of them share. Throws what openSound throws, and `input_count`.
 */
export async function joinInputs(
  inputs: readonly LocalInput[],
  { ffmpeg, ffprobe, options, hasChapters, context }: Joining,
): Promise<LocalInput> {
  const [first] = inputs;
  if (first === undefined) throw new ConversionError('input_count', 'A sound needs at least one input.');
  const sounds: SoundInput[] = [];
  for (const [index, input] of inputs.entries()) {
    const share = within(context, (OPENED * index) / inputs.length, (OPENED * (index + 1)) / inputs.length);
    const own = { ...share, workFolder: await partFolder(context, 'joined') };
    sounds.push(await openSound(ffprobe, input, options, own));
  }
  const form = commonForm(sounds);
  const parts: { readonly path: string; readonly seconds: number }[] = [];
  for (const [index, sound] of sounds.entries()) {
    const path = join(context.workFolder, `joined-${index}.w64`);
    await decode(sound, { ...form, path }, { ffmpeg, context, filename: inputs[index]?.filename ?? '' });
    const made = await probeOutput(ffprobe, { path, demuxer: 'w64' }, context);
    parts.push({ path, seconds: made?.audio.length.seconds ?? 0 });
  }
  const list = join(context.workFolder, 'joined.txt');
  await writeFile(list, renderFileList(parts));
  const metadata = join(context.workFolder, 'joined-metadata.txt');
  await writeFile(metadata, renderMetadata(sharedTags(sounds), hasChapters ? chaptersOf(inputs, sounds, parts) : []));
  const path = join(context.workFolder, 'joined.mka');
  const maps = '-map 0:a -map_metadata 1 -map_chapters 1 -c copy -f matroska'.split(' ');
  const quiet = ['-hide_banner', '-nostdin', '-y', '-v', 'error'];
  const opens = [...filmListArguments(list), ...metadataInputArguments(metadata)];
  await runFfmpeg({ ffmpeg, context, filename: first.filename }, [...quiet, ...opens, ...maps, fileUrl(path)]);
  warnOfLosses(sounds, context);
  return { ...first, path, size: (await stat(path)).size, format: formatOf('mka'), decryptPassword: null };
}

/** What all parts of a joined sound have in common. */
interface Form {
  readonly rate: number;
  readonly layout: string;
  readonly codec: string;
}

function commonForm(sounds: readonly SoundInput[]): Form {
  const all = sounds.map(({ source }) => source.audio);
  const channels = Math.max(...all.map((audio) => audio.channels));
  const layout = all.find((audio) => audio.channels === channels)?.layout ?? DEFAULT_LAYOUTS[channels - 1] ?? 'stereo';
  const bits = Math.max(16, ...all.map(({ samples }) => samples.bits));
  const isFloat = all.some(({ samples }) => samples.float);
  const codec = isFloat ? `pcm_f${bits > 32 ? 64 : 32}le` : `pcm_s${Math.min(bits, 32)}le`;
  return { rate: Math.max(...all.map(({ sampleRate }) => sampleRate)), layout, codec };
}

async function decode(
  { input, source }: SoundInput,
  { rate, layout, codec, path }: Form & { readonly path: string },
  runs: { readonly ffmpeg: Program; readonly context: WorkContext; readonly filename: string },
): Promise<void> {
  const { ffmpeg, context, filename } = runs;
  const opening = openingOf(input.path, 0, await chooseDecoder(source.audio.codec, ffmpeg, context));
  const graph = filterOf(source.audio.index, [`aformat=sample_rates=${rate}:channel_layouts=${layout}`]);
  const { stderr } = await runFfmpeg(runs, samplesArguments(opening, graph, codec, path));
  const early = await endsEarly(input.path, input.size);
  for (const { code, message, details } of damageWarnings(stderr, false, filename, early))
    context.warn(code, message, details);
}

function chaptersOf(
  inputs: readonly LocalInput[],
  sounds: readonly SoundInput[],
  parts: readonly { readonly seconds: number }[],
): Chapter[] {
  let end = 0;
  return parts.map(({ seconds }, index) => {
    const start = end;
    end += seconds;
    return { start, end, title: sounds[index]?.source.tags.get('title') ?? stem(inputs[index]?.filename ?? '') };
  });
}

/** Returns the tags of which all sounds have the same value, such as the album; none that number or name one of them. */
function sharedTags(sounds: readonly SoundInput[]): Map<string, string> {
  const [first, ...others] = sounds.map(({ source }) => source.tags);
  const shared = [...(first ?? [])].filter(([name, value]) => others.every((tags) => tags.get(name) === value));
  return new Map(shared.filter(([name]) => name !== 'track'));
}

function warnOfLosses(sounds: readonly SoundInput[], context: WorkContext): void {
  const lost = {
    covers: sounds.reduce((sum, { source }) => sum + source.pictures.length, 0),
    chapters: sounds.reduce((sum, { source }) => sum + source.chapters.length, 0),
  };
  for (const [what, count] of Object.entries(lost)) {
    if (count === 0) continue;
    const { code, message, details } = limited(
      `Merged sounds do not have the ${what} of the inputs: ${count} were left out.`,
      { [what]: count },
    );
    context.warn(code, message, details);
  }
}
