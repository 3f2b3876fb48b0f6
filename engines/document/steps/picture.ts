import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from '../../../src/task/errors.ts';
import { warnOfLostPictures } from './picture-losses.ts';
import type { Draft, Work } from './step.ts';

/** Size in centimetres. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface PageSize extends Size {
  readonly margin: number;
}

/** A4 and the 4:3 slide, with the free space around a picture. */
const PAGES: Readonly<Record<'fodt' | 'fodp', PageSize>> = {
  fodt: { width: 21, height: 29.7, margin: 2 },
  fodp: { width: 25.4, height: 19.05, margin: 1 },
};

/** Limits between which LibreOffice accepts the size of a page, centimetres. */
const SMALLEST_PAGE = 0.5;
const LARGEST_PAGE = 300;

/** The frame of the picture comes after the styles of the drawing and before its bytes. */
const MEASURE_BYTES = 256 * 1024;

/**
 * Puts the input, a picture, on the page of a flat OpenDocument text or presentation, at its own size or smaller to fit within the margins.
 * `measured` is the flat drawing that LibreOffice made of it, with its size at its own resolution, or at 96 pixels an inch if it has none.
 * With `pictureAlone` the page is as large as the picture.
 */
export async function placePicture(measured: Draft, on: 'fodt' | 'fodp', work: Work): Promise<Draft> {
  await warnOfLostPictures(work.input, work.context);
  const own = await readSize(measured.path);
  const page = work.pictureAlone === true ? pageOf(own) : PAGES[on];
  const size = scaledToFit(own, { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin });
  const path = join(await work.newFolder(), `picture.${on}`);
  const [before, after] = on === 'fodt' ? textAround(size, page) : slideAround(size, page);
  await pipeline(Readable.from(parts(before, work.input.path, after)), createWriteStream(path), {
    signal: work.context.signal,
  });
  return { path, format: on };
}

function pageOf({ width, height }: Size): PageSize {
  const within = (length: number) => Math.min(LARGEST_PAGE, Math.max(SMALLEST_PAGE, length));
  return { width: within(width), height: within(height), margin: 0 };
}

async function* parts(before: string, picture: string, after: string): AsyncGenerator<string | Buffer> {
  yield before;
  yield* createReadStream(picture).pipe(base64());
  yield after;
}

/** Encodes bytes as base64, three at a time. */
function base64(): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([rest, chunk]);
      const whole = bytes.length - (bytes.length % 3);
      rest = bytes.subarray(whole);
      done(null, bytes.toString('base64', 0, whole));
    },
    flush(done) {
      done(null, rest.toString('base64'));
    },
  });
}

async function readSize(path: string): Promise<Size> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(MEASURE_BYTES);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    const frame = /<draw:(?:frame|g|custom-shape)\s[^>]*>/.exec(bytes.toString('latin1', 0, bytesRead))?.[0] ?? '';
    const width = Number(/svg:width="([\d.]+)cm"/.exec(frame)?.[1]);
    const height = Number(/svg:height="([\d.]+)cm"/.exec(frame)?.[1]);
    if (width > 0 && height > 0) return { width, height };
  } finally {
    await file.close();
  }
  throw new ConversionError('input_damaged', 'The picture cannot be decoded: LibreOffice found no size in it.');
}

/** Scales down in proportion if needed; never scales up. */
function scaledToFit({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: width * scale, height: height * scale };
}

const NAMESPACES = ['office', 'text', 'style', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  ])
  .join(' ');

/** The markup before and after the picture's bytes. */
type Around = readonly [before: string, after: string];

function textAround(size: Size, page: PageSize): Around {
  const frame = `<text:p><draw:frame text:anchor-type="as-char" ${sizeOf(size)}>`;
  return around('text', page, `<office:text>${frame}`, '</draw:frame></text:p></office:text>');
}

function slideAround(size: Size, page: PageSize): Around {
  const { width, height } = page;
  const place = `svg:x="${cm((width - size.width) / 2)}" svg:y="${cm((height - size.height) / 2)}"`;
  const slide = `<draw:page draw:name="1" draw:master-page-name="M"><draw:frame ${place} ${sizeOf(size)}>`;
  return around(
    'presentation',
    page,
    `<office:presentation>${slide}`,
    '</draw:frame></draw:page></office:presentation>',
  );
}

function around(kind: 'text' | 'presentation', page: PageSize, start: string, end: string): Around {
  const { width, height, margin } = page;
  const master = kind === 'text' ? 'Standard' : 'M';
  const before = [
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.2"`,
    ` office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>`,
    `<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="${cm(width)}"`,
    ` fo:page-height="${cm(height)}" fo:margin="${cm(margin)}"/></style:page-layout></office:automatic-styles>`,
    `<office:master-styles><style:master-page style:name="${master}" style:page-layout-name="L"/></office:master-styles>`,
    `<office:body>${start}<draw:image><office:binary-data>`,
  ];
  return [before.join(''), `</office:binary-data></draw:image>${end}</office:body></office:document>`];
}

const cm = (value: number): string => `${value.toFixed(3)}cm`;
const sizeOf = ({ width, height }: Size): string => `svg:width="${cm(width)}" svg:height="${cm(height)}"`;
