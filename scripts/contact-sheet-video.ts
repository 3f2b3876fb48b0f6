/**
 * `npm run contact-sheet:video [-- OUTPUT]`: one PNG (default contact-sheet-video.png) that shows the effect of the video category's
 * options: a frame of each film that whole tasks make with the options below. For visual checks.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { closeEngines } from '../src/runner/engines.ts';
import type { OptionValues } from '../src/task/types.ts';
import { renderSup } from '../test/engines/video/pictured-subtitles.ts';
import { MONTAGE } from '../test/support/imagemagick.ts';
import { runConversion } from './corpus/convert.ts';

const COLUMNS = 6;
/** Size of one picture, pixels. */
const CELL = 280;
const SIZE = '320x240';

interface Panel {
  readonly source: string;
  /** Null: the source unchanged. */
  readonly options: OptionValues | null;
  readonly target?: string;
}

const HANDLINGS = ['stretch', 'fill_black', 'fill_white', 'fill_blurred', 'crop'].map((way) =>
  way === 'stretch' ? way : `keep_aspect_ratio_${way}`,
);

const shows = (source: string, ...each: readonly (OptionValues | null)[]): Panel[] =>
  each.map((options) => ({ source, options }));

const PANELS: readonly Panel[] = [
  ...shows('plain', null, ...[1, 25, 50, 75].map((quality) => ({ quality }))),
  ...shows('plain', { rotate: 90 }, { rotate: 270 }, { flip: 'horizontal' }, { flip: 'vertical' }),
  ...shows('plain', { crop_left: 80, crop_top: 60 }, { crop_origin_x: 100, crop_origin_y: 80, crop_width: 120 }),
  ...shows(
    'plain',
    { max_height: 120 },
    ...HANDLINGS.map((way) => ({ width: 300, height: 300, resize_handling: way })),
  ),
  ...shows('noisy', null, ...['light', 'medium', 'strong'].map((denoise) => ({ denoise, quality: 95 }))),
  ...shows('lines', null, { deinterlace: 'always' }, { deinterlace: 'never', quality: 90 }),
  ...shows('wide', null, { quality: 80 }),
  ...shows('bright', { hdr: 'sdr' }),
  ...shows('clear', { quality: 80 }),
  ...shows('text', { subtitles: 'burn' }, { subtitles: 'burn', width: 160 }, { subtitles: 'burn', rotate: 90 }),
  ...shows('block', { subtitles: 'burn' }, { subtitles: 'burn', rotate: 90 }, { subtitles: 'burn', crop_top: 120 }),
  ...[256, 16, 4].map((colors): Panel => ({ source: 'plain', options: { colors, end: '00:00:01' }, target: 'gif' })),
];

const [output = 'contact-sheet-video.png'] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'convertd-sheet-'));
try {
  const sources = await makeSources();
  const cells: string[] = [];
  for (const [index, panel] of PANELS.entries()) cells.push(...(await cellOf(panel, index, sources)));
  const place = ['-tile', `${COLUMNS}x`, '-geometry', `${CELL}x${CELL}+8+8`, '-background', '#cdd3dc', '-depth', '8'];
  await execa(MONTAGE, [...cells, ...place, '-font', 'DejaVu-Sans', '-pointsize', '10', resolve(output)]);
  console.log(`${PANELS.length} frames in ${output}`);
} finally {
  await closeEngines();
  await rm(folder, { recursive: true, force: true });
}

/** Returns a frame of the film and the caption, as arguments of montage. */
async function cellOf({ source, options, target = 'mp4' }: Panel, index: number, sources: Sources): Promise<string[]> {
  const film = sources[source] ?? '';
  const made = options === null ? film : await converted(film, options, { target, index });
  const shown = join(folder, `shown-${index}.png`);
  await execa('ffmpeg', ['-v', 'error', '-i', made, '-ss', '0.6', '-frames:v', '1', shown]);
  const text = Object.entries(options ?? { source }).map(([name, value]) => `${name} ${value}`);
  return ['-label', [target === 'gif' ? 'gif' : '', ...text].filter(Boolean).join('\n'), shown];
}

async function converted(
  film: string,
  options: OptionValues,
  { target, index }: { readonly target: string; readonly index: number },
): Promise<string> {
  const place = join(folder, `task-${index}`);
  await mkdir(place);
  const conversion = { inputs: [film], category: 'video', target, options };
  const { report } = await runConversion(conversion, { work: place, outputs: place, timeoutMs: 240_000 });
  const [made] = report?.output ?? [];
  if (made === undefined) throw new Error(`${JSON.stringify(options)}: ${JSON.stringify(report?.errors)}`);
  return join(place, made.filename);
}

type Sources = Readonly<Record<string, string>>;

async function makeSources(): Promise<Sources> {
  const make = async (name: string, ...args: readonly string[]) => {
    const path = join(folder, name);
    await execa('ffmpeg', ['-v', 'error', '-y', ...args, path]);
    return path;
  };
  const picture = (filters: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${SIZE}:rate=25:duration=2${filters}`];
  const lossless = ['-c:v', 'ffv1'];
  const plain = await make('plain.mkv', ...picture(',format=yuv420p'), ...lossless);
  const pq = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  await writeFile(join(folder, 'lines.srt'), '1\n00:00:00,000 --> 00:00:02,000\nA line of subtitles\n');
  const block = { screen: [640, 480], at: [120, 380], size: [400, 60], from: 0, to: 2 } as const;
  await writeFile(join(folder, 'lines.sup'), renderSup(block));
  const titled = (name: string, lines: string) =>
    make(name, '-i', plain, '-i', join(folder, lines), '-map', '0', '-map', '1', '-c', 'copy');
  return {
    plain,
    noisy: await make('noisy.mkv', ...picture(',noise=alls=40:allf=t,format=yuv420p'), ...lossless),
    lines: await make(
      'interlaced.mkv',
      ...picture(',fps=50,interlace,format=yuv420p'),
      '-flags',
      '+ilme',
      '-c:v',
      'mpeg2video',
      '-q:v',
      '2',
    ),
    wide: await make('wide.mkv', ...picture(',setsar=2,format=yuv420p'), ...lossless),
    bright: await make(
      'bright.mkv',
      ...picture(',format=yuv420p10le'),
      ...pq,
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=error',
    ),
    clear: await make('clear.mov', ...picture(',format=rgba,colorchannelmixer=aa=0.5'), '-c:v', 'qtrle'),
    text: await titled('text.mkv', 'lines.srt'),
    block: await titled('block.mkv', 'lines.sup'),
  };
}
