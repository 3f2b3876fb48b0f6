import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import type { ScratchFolder } from '../support/engine-context.ts';
import { FFPROBE } from '../support/ffprobe.ts';
import { IDENTIFY } from '../support/imagemagick.ts';
import { type Case, type Input, testConversions } from './table.ts';

/** A film that ffmpeg makes when a case first needs it. */
function film(name: string, ...args: readonly string[]): Input {
  const films = new WeakMap<ScratchFolder, Promise<string>>();
  const make = async (path: string) => {
    await execa('ffmpeg', ['-v', 'error', ...args, path]);
    return path;
  };
  return (folder) => {
    const path = films.get(folder) ?? make(folder.path(name));
    films.set(folder, path);
    return path;
  };
}

const lavfi = (graph: string) => ['-f', 'lavfi', '-i', graph];
const plain = (colour: string, size = '64x48') => `color=${colour}:size=${size}:rate=25:duration=1`;
const tone = (seconds: number) => lavfi(`sine=frequency=440:duration=${seconds}`);
const CODECS = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '2'];

/** A second of red and one of blue. */
const FLAGS = film(
  'flags.mp4',
  ...lavfi(`${plain('red')}[red];${plain('blue')}[blue];[red][blue]concat`),
  ...[...tone(2), '-metadata', 'title=Flags', ...CODECS],
);
/** Red at the left, blue at the right. */
const HALVES = film(
  'halves.mp4',
  ...lavfi(`${plain('red', '32x48')}[red];${plain('blue', '32x48')}[blue];[red][blue]hstack`),
  ...[...tone(1), ...CODECS],
);
const PATTERN = film('pattern.mp4', ...lavfi('testsrc2=size=64x48:rate=25:duration=1'), ...CODECS);
const HDR = film(
  'hdr.mkv',
  ...[...lavfi('testsrc2=size=64x48:rate=5:duration=1'), '-metadata', 'title=Bright'],
  ...['-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le'],
  ...['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'],
);

const LINES: Input = async (folder) => {
  const path = folder.path('lines.srt');
  // Between two frames, so that all programs agree in which one they begin.
  await writeFile(path, '1\n00:00:00,380 --> 00:00:01,380\nLand ahead\n');
  return path;
};

interface Probed {
  readonly streams: readonly Readonly<Record<string, string | undefined>>[];
  readonly format: { readonly duration?: string; readonly tags?: Readonly<Record<string, string>> };
  readonly frames: readonly { readonly pts_time: string; readonly tags?: Readonly<Record<string, string>> }[];
}

async function probe(path: string, ...args: readonly string[]): Promise<Probed> {
  // The static ffprobe crashes on transport streams.
  const program = path.endsWith('.ts') ? 'ffprobe' : FFPROBE;
  return JSON.parse((await execa(program, ['-v', 'error', '-of', 'json', ...args])).stdout);
}

/** Returns `Flags: h264 64x48, aac, 2 s`, with the title if there is one. */
async function streamsOf(path: string): Promise<string> {
  const { streams, format } = await probe(path, '-show_streams', '-show_format', path);
  const each = streams.map(({ codec_name, width, height }) =>
    width === undefined ? codec_name : `${codec_name} ${width}x${height}`,
  );
  const seconds = format.duration === undefined ? [] : [`${Math.round(Number(format.duration))} s`];
  const { title, TITLE = title } = format.tags ?? {};
  return `${TITLE === undefined ? '' : `${TITLE}: `}${[...each, ...seconds].join(', ')}`;
}

/** Returns further values of a stream. */
async function factsOf(path: string, stream: number, ...names: readonly string[]): Promise<unknown[]> {
  const { streams } = await probe(path, '-show_streams', path);
  return names.map((name) => streams[stream]?.[name]);
}

/** Returns a word for each frame, from ffprobe's filters, and the seconds after which it changes: `red, 1: blue`. */
async function changesOf(path: string, graph: string, word: (value: (name: string) => number) => string) {
  const show = ['-f', 'lavfi', '-show_entries', 'frame=pts_time:frame_tags'];
  const { frames } = await probe(path, ...show, graph);
  const seen: string[] = [];
  let last = '';
  for (const { pts_time, tags = {} } of frames) {
    const now = word((name) => Number(tags[`lavfi.${name}`]));
    const second = Math.round((Number(pts_time) - Number(frames[0]?.pts_time)) * 10) / 10;
    if (now !== last) seen.push(last === '' ? now : `${second}: ${now}`);
    last = now;
  }
  return seen.join(', ');
}

/** Returns the mean colour of a part of the picture over time. */
const coloursOf = (path: string, part = 'null', stream = 'dv'): Promise<string> =>
  changesOf(path, `movie=${path}:s=${stream},${part},format=yuv420p,signalstats`, (value) => {
    const [light, blue, red] = [value('signalstats.YAVG'), value('signalstats.UAVG'), value('signalstats.VAVG')];
    if (red > 180) return 'red';
    if (blue > 180) return 'blue';
    return light > 200 ? 'white' : `${light} ${blue} ${red}`;
  });

/** Returns when letters are visible in the lower part of the picture. */
const lettersOf = (path: string): Promise<string> =>
  changesOf(path, `movie=${path},crop=iw:ih/3:0:ih*2/3,signalstats`, (value) =>
    value('signalstats.YMAX') > 150 ? 'letters' : 'none',
  );

async function loudnessOf(path: string): Promise<string> {
  const measure = `amovie=${path},ebur128=metadata=1`;
  const { frames } = await probe(path, '-f', 'lavfi', '-show_entries', 'frame_tags', measure);
  const values = frames.flatMap(({ tags }) => tags?.['lavfi.r128.I'] ?? []);
  return `${Math.round(Number(values.at(-1)))} LUFS`;
}

/** Returns a line for each picture of a file, by ImageMagick. */
const identify = async (path: string, format: string): Promise<string[]> =>
  (await execa(IDENTIFY, ['-format', `${format}\n`, path])).stdout.split('\n');

const observe = async (path: string): Promise<string> => `${await streamsOf(path)}; ${await coloursOf(path)}`;

const first =
  <Seen>(look: (path: string) => Promise<Seen>) =>
  ([path = '']: readonly string[]): Promise<Seen> =>
    look(path);

const cases: readonly Case[] = [
  { target: 'ts', input: FLAGS, warnings: ['metadata_lost'], is: 'h264 64x48, aac, 2 s; red, 1: blue' },
  {
    target: 'mp4',
    input: FLAGS,
    options: { video_codec: 'h265', crf: 30, effort: 'fast', fps: 10, denoise: 'light' },
    observe: first(async (path) => [await observe(path), ...(await factsOf(path, 0, 'avg_frame_rate'))]),
    is: ['Flags: hevc 64x48, aac, 2 s; red, 1: blue', '10/1'],
  },
  {
    target: 'mp4',
    input: film('night.mp4', ...lavfi(plain('0x102030', '256x192')), ...CODECS),
    options: { watermark: 'DRAFT' },
    observe: first((path) =>
      changesOf(path, `movie=${path},signalstats`, (value) => (value('signalstats.YMAX') > 70 ? 'text' : 'none')),
    ),
    is: 'text',
  },
  {
    target: 'm4v',
    input: [FLAGS, 'image/landscape.jpg'],
    options: { cover: true },
    is: 'Flags: h264 64x48, aac, mjpeg 320x200, 2 s; red, 1: blue',
  },
  {
    target: 'mov',
    input: HDR,
    options: { hdr: 'sdr', video_codec: 'h264', strip_metadata: true },
    observe: first(async (path) => [await streamsOf(path), ...(await factsOf(path, 0, 'pix_fmt', 'color_transfer'))]),
    is: ['h264 64x48, 1 s', 'yuv420p', 'bt709'],
  },
  {
    target: 'mkv',
    input: [FLAGS, LINES],
    options: { merge: true, poster: '00:00:01.500' },
    observe: first(async (path) => [await observe(path), await coloursOf(path, 'null', '3')]),
    is: ['Flags: h264 64x48, aac, subrip, mjpeg 64x48, 2 s; red, 1: blue', 'blue'],
  },
  {
    target: 'avi',
    input: [FLAGS, LINES],
    // On a smaller picture, letters would be smaller than a pixel.
    options: { merge: true, subtitles: 'burn', width: 256 },
    observe: first(async (path) => [await streamsOf(path), await lettersOf(path)]),
    is: ['Flags: mpeg4 256x192, mp3, 2 s', 'none, 0.4: letters, 1.4: none'],
  },
  {
    target: 'webm',
    input: FLAGS,
    options: { audio_codec: 'vorbis', channels: 'mono', frequency: 22_050, audio_bitrate: 48 },
    observe: first(async (path) => [await observe(path), ...(await factsOf(path, 1, 'sample_rate', 'channels'))]),
    is: ['Flags: vp9 64x48, vorbis, 2 s; red, 1: blue', '22050', 1],
  },
  {
    target: 'flv',
    input: FLAGS,
    options: { normalize: true, normalize_target_level_ebu: -16 },
    observe: first(async (path) => [await streamsOf(path), await loudnessOf(path)]),
    is: ['Flags: h264 64x48, aac, 2 s', '-16 LUFS'],
  },
  {
    target: 'wmv',
    input: FLAGS,
    options: { width: 128, height: 48, resize_handling: 'keep_aspect_ratio_fill_white' },
    observe: first(async (path) => [
      await streamsOf(path),
      await coloursOf(path, 'crop=56:48'),
      await coloursOf(path, 'crop=24:48:0:0'),
    ]),
    is: ['Flags: wmv2 128x48, wmav2, 2 s', 'red, 1: blue', 'white'],
  },
  {
    target: 'mpg',
    input: HALVES,
    options: { crop_left: 32, crop_bottom: 16 },
    is: 'mpeg2video 32x32, mp2, 1 s; blue',
  },
  {
    target: '3gp',
    input: HALVES,
    options: { rotate: 90, flip: 'vertical' },
    observe: first(async (path) => [
      await streamsOf(path),
      await coloursOf(path, 'crop=48:24:0:4'),
      await coloursOf(path, 'crop=48:24:0:36'),
    ]),
    is: ['h264 48x64, aac, 1 s', 'blue', 'red'],
  },
  {
    target: 'ogv',
    input: FLAGS,
    options: { start: '00:00:00.500', end: '00:00:01.500', speed: 0.5 },
    warnings: ['metadata_lost'],
    is: 'theora 64x48, vorbis, 2 s; red, 1: blue',
  },
  {
    target: 'gif',
    input: PATTERN,
    options: { width: 32, fps: 5, colors: 8 },
    observe: first(async (path) => {
      const frames = (await identify(path, '%Wx%H %T %k')).map((line) => line.split(' '));
      return {
        frames: frames.map(([size, time]) => `${size} ${time}`),
        few: frames.every(([, , k]) => Number(k) <= 8),
      };
    }),
    is: { frames: Array(5).fill('32x24 20'), few: true },
  },
  {
    target: 'apng',
    input: FLAGS,
    options: { fps: 10, loop: 3 },
    observe: first(async (path) => {
      const file = await readFile(path);
      const control = file.indexOf('acTL') + 'acTL'.length;
      return [await observe(path), file.readUInt32BE(control), file.readUInt32BE(control + 4)];
    }),
    is: ['apng 64x48; red, 1: blue', 20, 3],
  },
  {
    target: 'webp',
    input: FLAGS,
    options: { fps: 5, quality: 90 },
    // Equal pictures become one that lasts longer, in hundredths of a second.
    observe: first((path) => identify(path, '%m %Wx%H %T %[fx:round(p{9,9}.r)] %[fx:round(p{9,9}.b)]')),
    is: ['WEBP 64x48 100 1 0', 'WEBP 64x48 100 0 1'],
  },
];

testConversions({ category: 'video', observe, cases });
