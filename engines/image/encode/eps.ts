import { deflateSync } from 'node:zlib';
import type { Pixels } from '../picture.ts';
import { ascii85 } from './ascii85.ts';

const POINTS_PER_INCH = 72;

/**
 * Encodes one picture at the size that its density gives, for PostScript 3 and later: compressed with Deflate, written in letters. As an
 * EPS (Adobe, "Encapsulated PostScript File Format Specification", version 3.0), or as a page of this size.
 * @param pixels without transparency
 * @param density dots per inch; null: a pixel is a point
 */
export function encodePostscript(
  format: 'eps' | 'ps',
  { data, width, height, channels }: Pixels,
  density: number | null,
): Buffer {
  const points = (length: number): number =>
    Number(((length * POINTS_PER_INCH) / (density ?? POINTS_PER_INCH)).toFixed(4));
  const [across, down] = [points(width), points(height)];
  const isGrey = channels <= 2;
  const head = [
    `%!PS-Adobe-3.0${format === 'eps' ? ' EPSF-3.0' : ''}`,
    `%%BoundingBox: 0 0 ${Math.ceil(across)} ${Math.ceil(down)}`,
    `%%HiResBoundingBox: 0 0 ${across} ${down}`,
    '%%LanguageLevel: 3',
    '%%DocumentData: Clean7Bit',
    '%%Pages: 1',
    '%%EndComments',
    '%%Page: 1 1',
    ...(format === 'ps' ? [`<< /PageSize [${across} ${down}] >> setpagedevice`] : []),
    'gsave',
    `${across} ${down} scale`,
    `/Device${isGrey ? 'Gray' : 'RGB'} setcolorspace`,
    `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8`,
    `/Decode [${isGrey ? '0 1' : '0 1 0 1 0 1'}] /ImageMatrix [${width} 0 0 ${-height} 0 ${height}]`,
    '/DataSource currentfile /ASCII85Decode filter /FlateDecode filter >> image',
    '',
  ];
  const tail = ['', 'grestore', 'showpage', '%%EOF', ''];
  return Buffer.concat([
    Buffer.from(head.join('\n'), 'latin1'),
    ascii85(deflateSync(data)),
    Buffer.from(tail.join('\n'), 'latin1'),
  ]);
}
