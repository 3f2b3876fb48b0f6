import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { CONVERT } from '../../test/support/imagemagick.ts';

/** Pictures that the options are shown on: absolute paths. */
export interface Sources {
  readonly photo: string;
  /** The photo with single wrong pixels. */
  readonly noisy: string;
  /** The photo with grain. */
  readonly grainy: string;
  /** The photo with low contrast. */
  readonly pale: string;
  /** A page scanned at an angle. */
  readonly scan: string;
  /** An object on a white background. */
  readonly object: string;
  /** A drawing of shapes. */
  readonly drawing: string;
}

const magick = (...args: string[]) => execa(CONVERT, args);

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#fff"/>
<circle cx="30" cy="30" r="24" fill="#1b66c9"/><path d="M50 55 L85 8 L80 58 Z" fill="#c9421b"/></svg>`;

/** @param photo the user's picture; null: one is drawn */
export async function drawSources(photo: string | null, folder: string): Promise<Sources> {
  const path = (name: string): string => join(folder, name);
  const taken = path('photo.png');
  if (photo === null) await drawLandscape(taken);
  else await magick(`${photo}[0]`, '-auto-orient', '-resize', '900x900>', '-colorspace', 'sRGB', taken);
  await magick(taken, '-seed', '3', '-attenuate', '0.5', '+noise', 'Impulse', path('noisy.png'));
  await magick(taken, '-seed', '3', '-attenuate', '0.6', '+noise', 'Gaussian', path('grainy.png'));
  await magick(taken, '+level', '35%,70%', path('pale.png'));
  const lines = 'A page that lay askew\non the glass of a scanner,\nwith some lines of text\nto be straightened.';
  await magick(
    ...['-size', '600x400', 'xc:white', '-font', 'DejaVu-Sans', '-pointsize', '36', '-annotate', '+40+80', lines],
    ...['-background', 'white', '-rotate', '5', path('scan.png')],
  );
  await magick(
    ...['-size', '600x400', 'xc:white', '-fill', '#2a7f3f', '-draw', 'circle 300,200 300,60'],
    ...['-fill', '#f4c430', '-draw', 'roundrectangle 220,170 380,230 20,20', path('object.png')],
  );
  await writeFile(path('drawing.svg'), DRAWING);
  return {
    photo: taken,
    noisy: path('noisy.png'),
    grainy: path('grainy.png'),
    pale: path('pale.png'),
    scan: path('scan.png'),
    object: path('object.png'),
    drawing: path('drawing.svg'),
  };
}

/** Draws sky, sun, hills, a house with a red roof, and the colours of skin and grass. */
async function drawLandscape(path: string): Promise<void> {
  await magick(
    ...['-size', '900x600', 'gradient:#3f7fd0-#cfe6ff'],
    ...['-fill', '#fff3b0', '-stroke', 'none', '-draw', 'circle 720,120 720,60'],
    ...['-fill', '#5d8a4a', '-draw', 'path "M 0,420 Q 200,280 430,400 T 900,340 L 900,600 L 0,600 Z"'],
    ...['-fill', '#3f6b33', '-draw', 'path "M 0,500 Q 260,400 520,500 T 900,470 L 900,600 L 0,600 Z"'],
    ...['-fill', '#e8d9c0', '-draw', 'rectangle 180,380 380,520'],
    ...['-fill', '#b03a2e', '-draw', 'polygon 160,380 280,300 400,380'],
    ...['-fill', '#4b2e1e', '-draw', 'rectangle 260,440 300,520'],
    ...['-fill', '#8ec3ea', '-draw', 'rectangle 200,410 240,450', '-draw', 'rectangle 320,410 360,450'],
    ...[
      '-fill',
      '#e0ac8a',
      '-draw',
      'circle 620,430 620,395',
      '-fill',
      '#7a3fa0',
      '-draw',
      'rectangle 590,465 650,560',
    ],
    ...[
      '(',
      '-size',
      '900x600',
      'xc:gray(50%)',
      '-seed',
      '5',
      '-attenuate',
      '0.25',
      '+noise',
      'Gaussian',
      '-colorspace',
      'Gray',
      ')',
    ],
    ...['-compose', 'SoftLight', '-composite', '-depth', '8', path],
  );
}
