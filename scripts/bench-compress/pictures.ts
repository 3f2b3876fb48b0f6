import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { execa } from 'execa';
import { CONVERT } from '../../test/support/imagemagick.ts';

/** A picture to make smaller. */
export interface Sample {
  readonly kind: string;
  readonly format: 'gif' | 'jpg' | 'png' | 'webp' | 'apng';
  readonly path: string;
}

type Arguments = readonly string[];

const FORMATS: Readonly<Record<string, Sample['format']>> = {
  '.gif': 'gif',
  '.jpg': 'jpg',
  '.jpeg': 'jpg',
  '.png': 'png',
  '.webp': 'webp',
  '.apng': 'apng',
};

/** Returns the pictures of a folder. */
export async function picturesOf(folder: string): Promise<Sample[]> {
  return (await readdir(folder)).toSorted().flatMap((name) => {
    const format = FORMATS[extname(name).toLowerCase()];
    return format === undefined ? [] : [{ kind: 'given', format, path: join(folder, name) }];
  });
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Coarse and fine clouds, with sharp edges between them, slightly out of focus, and grain: as irregular as a photograph. */
function photograph(seed: number, size: string): Arguments {
  const colors = ['skyblue-darkgreen', 'orange-brown', 'tan-navy', 'grey20-grey80', 'pink-darkred', 'khaki-teal'];
  return [
    ...['-seed', String(seed), '-size', size, `plasma:${at(colors, seed)}`, '-blur', '0x2'],
    ...['(', '-seed', String(seed + 50), '-size', size, 'plasma:fractal', '-blur', '0x0.6', '-modulate', '100,40', ')'],
    ...[
      '(',
      '-size',
      size,
      'xc:black',
      '-fill',
      'white',
      '-draw',
      `polygon 0,${150 + 9 * seed} 130,60 260,200 500,400 0,600`,
    ],
    ...[
      '-draw',
      `circle ${180 + 14 * seed},${90 + 5 * seed} ${230 + 14 * seed},120`,
      ')',
      '-composite',
      '-blur',
      `0x${0.5 + (seed % 3) / 4}`,
    ],
    ...['(', '+clone', '-fill', 'gray50', '-colorize', '100', '-seed', String(seed)],
    ...['-attenuate', String(0.1 + (seed % 4) / 10), '+noise', 'Gaussian', '-colorspace', 'Gray', ')'],
    ...['-compose', 'SoftLight', '-composite', '-compose', 'Over'],
  ];
}

const WORDS =
  'The quick brown fox jumps over the lazy dog while forty seven files wait in a queue to be converted into other formats'.split(
    ' ',
  );

/** Windows with rows of text, buttons and lines; each second one contains a photograph. */
function screenshot(seed: number, size: string): Arguments {
  const row = (y: number): Arguments => {
    const text = Array.from({ length: 9 }, (_, word) => at(WORDS, seed * 7 + y * 3 + word * (1 + (y % 4)))).join(' ');
    return ['-fill', at(['#222', '#335', '#555'], y), '-draw', `text 110,${70 + y * 17} "${text}"`];
  };
  const photo: Arguments = ['(', ...photograph(seed, '140x100'), ')', '-geometry', '+250+130', '-composite'];
  return [
    ...['-size', size, `xc:${at(['#fafafa', '#ffffff', '#f0f4f8'], seed)}`, '-font', 'DejaVu-Sans', '-pointsize', '12'],
    ...['-fill', at(['#2d5f8b', '#3b3b3b', '#7a3b69'], seed), '-draw', 'rectangle 0,0 2000,36'],
    ...[
      '-fill',
      '#e2e6ea',
      '-draw',
      'rectangle 0,37 96,2000',
      '-fill',
      '#4caf50',
      '-draw',
      'roundrectangle 8,50 88,74 5,5',
    ],
    ...['-fill', 'white', '-draw', `text 16,24 "Window ${seed}"`],
    ...Array.from({ length: 15 }, (_, y) => row(y)).flat(),
    ...(seed % 2 === 1 ? photo : []),
  ];
}

/** A sign with smooth edges on a transparent ground. */
function icon(seed: number, size: string): Arguments {
  const shade = `gradient:${at(['#ff8a00-#e52e71', '#00c6ff-#0072ff', '#56ab2f-#a8e063'], seed)}`;
  const signs = ['circle 64,64 64,10', 'roundrectangle 10,10 118,118 24,24', 'polygon 64,6 122,118 6,118'];
  return [
    ...[
      '-size',
      '128x128',
      shade,
      '(',
      '-size',
      '128x128',
      'xc:black',
      '-fill',
      'white',
      '-draw',
      at(signs, seed),
      ')',
    ],
    ...['-alpha', 'off', '-compose', 'CopyOpacity', '-composite', '-compose', 'over', '-fill', 'white'],
    ...['-draw', `path 'M 40,${60 + seed} L 58,82 L 90,44 L 96,52 L 58,96 L 34,68 Z'`, '-resize', size],
  ];
}

/** Lines and flat areas, as of a pen and a brush. */
function drawing(seed: number, size: string): Arguments {
  const line = (n: number): Arguments => {
    const x = (n * 67 + seed * 31) % 420;
    const y = (n * 43 + seed * 17) % 300;
    return [
      ...[
        '-fill',
        at(['none', '#ffd54f', '#81c784', 'none', '#e57373'], n),
        '-stroke',
        at(['#111', '#333', '#1a237e'], n),
      ],
      ...['-draw', `bezier ${x},${y} ${x + 90},${y - 60} ${x + 40},${y + 110} ${x + 140},${y + 50}`],
    ];
  };
  return ['-size', size, 'xc:white', '-strokewidth', '2', ...Array.from({ length: 18 }, (_, n) => line(n)).flat()];
}

/** Smooth shades, the hardest for a palette. */
function gradient(seed: number, size: string): Arguments {
  const kinds = [
    'gradient:#1e3c72-#f5af19',
    'radial-gradient:#ffecd2-#b06ab3',
    'gradient:#000-#fff',
    'radial-gradient:#43cea2-#185a9d',
  ];
  return ['-size', size, at(kinds, seed), '-distort', 'SRT', String(seed * 25), '+repage'];
}

/** A photograph that fades out, or is cut out with a soft shadow. */
function transparent(seed: number, size: string): Arguments {
  const mask =
    seed % 2 === 0
      ? ['-size', size, 'gradient:']
      : ['-size', size, 'xc:black', '-fill', 'white', '-draw', 'roundrectangle 30,30 220,160 40,40', '-blur', '0x8'];
  return [...photograph(seed, size), '(', ...mask, ')', '-alpha', 'off', '-compose', 'CopyOpacity', '-composite'];
}

/** Frames that differ in a moving ball, and in their ground for each third one. */
function animation(seed: number, size: string): Arguments {
  const frame = (n: number): Arguments => [
    ...['(', ...(seed % 3 === 0 ? photograph(seed, size) : gradient(seed, size))],
    ...[
      '-fill',
      '#fff176',
      '-stroke',
      '#333',
      '-draw',
      `circle ${30 + 18 * n},${50 + ((n * n * 3) % 70)} ${46 + 18 * n},50`,
      ')',
    ],
  ];
  return ['-delay', '8', '-loop', '0', ...Array.from({ length: 8 }, (_, n) => frame(n)).flat()];
}

const PALETTE: Arguments = ['-dither', 'None', '-colors', '64', '-type', 'Palette'];
const ORDERED: Arguments = ['-ordered-dither', 'o4x4,6'];

/** Kinds of pictures that are made: how many, their format, and how they are written. */
const KINDS: readonly {
  readonly kind: string;
  readonly format: Sample['format'];
  readonly count: number;
  readonly size: string;
  readonly draw: (seed: number, size: string) => Arguments;
  readonly write?: Arguments;
}[] = [
  { kind: 'photograph', format: 'jpg', count: 8, size: '360x270', draw: photograph, write: ['-quality', '93'] },
  { kind: 'screenshot', format: 'jpg', count: 3, size: '400x270', draw: screenshot, write: ['-quality', '95'] },
  { kind: 'gradient', format: 'jpg', count: 1, size: '300x200', draw: gradient, write: ['-quality', '95'] },
  { kind: 'photograph', format: 'webp', count: 4, size: '360x270', draw: photograph, write: ['-quality', '92'] },
  { kind: 'screenshot', format: 'webp', count: 2, size: '400x270', draw: screenshot, write: ['-quality', '92'] },
  { kind: 'photograph', format: 'png', count: 4, size: '200x150', draw: photograph },
  { kind: 'screenshot', format: 'png', count: 6, size: '360x240', draw: screenshot },
  { kind: 'icon', format: 'png', count: 6, size: '64x64', draw: icon },
  { kind: 'drawing', format: 'png', count: 4, size: '360x270', draw: drawing },
  { kind: 'gradient', format: 'png', count: 4, size: '200x140', draw: gradient },
  { kind: 'transparent', format: 'png', count: 4, size: '180x130', draw: transparent },
  { kind: 'palette', format: 'png', count: 3, size: '240x180', draw: photograph, write: PALETTE },
  { kind: 'drawing', format: 'gif', count: 3, size: '360x270', draw: drawing },
  { kind: 'photograph', format: 'gif', count: 3, size: '240x180', draw: photograph },
  { kind: 'animation', format: 'gif', count: 3, size: '180x120', draw: animation, write: ORDERED },
  { kind: 'animation', format: 'apng', count: 2, size: '180x120', draw: animation },
];

/** Makes 60 pictures of the kinds that people convert, the same ones each time. */
export async function makePictures(folder: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { kind, format, count, size, draw, write = [] } of KINDS)
    for (let seed = 1; seed <= count; seed += 1) {
      const path = join(folder, `${kind}-${seed}.${format}`);
      const drawn = format === 'apng' ? `${path}.gif` : path;
      const options = { env: { MAGICK_THREAD_LIMIT: '1' } };
      await execa(CONVERT, [...draw(seed, size), ...write, '-depth', '8', '-strip', drawn], options);
      // ImageMagick does not write animated PNGs.
      if (drawn !== path) await execa('ffmpeg', ['-v', 'error', '-y', '-i', drawn, '-plays', '0', '-f', 'apng', path]);
      samples.push({ kind, format, path });
    }
  return samples;
}
