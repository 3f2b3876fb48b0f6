import sharp from 'sharp';
import { fitDiagonally } from '../../../tools/formats/pictures/diagonal-text.ts';
import { xmlText } from '../../../tools/formats/text/xml-text.ts';
import { Picture } from '../picture.ts';
import type { Size } from '../size.ts';
import type { Step } from './step.ts';

/**
 * Writes a text across the picture, light with a dark edge, so that it is seen on any picture. The last step: the text has the place and
 * the colours that it has in the result.
 */
export const watermark: Step = {
  name: 'watermark',
  options: ['watermark'],
  asked: (options) => options.watermark !== undefined,
  async run(picture, { options }) {
    const lines = (options.watermark ?? '').split('\n');
    // librsvg draws no larger pictures.
    const [width, height] = [Math.min(picture.width, LARGEST_SIDE), Math.min(picture.height, LARGEST_SIDE)];
    const svg = svgOf(lines, { width, height }, await emsOf(lines));
    // sharp composites 8 bits.
    const plain = picture.isDeep ? Picture.fromPixels(await picture.pixels()) : picture;
    return plain.with('finished', (pipeline) => {
      const marked = pipeline.composite([{ input: Buffer.from(svg), limitInputPixels: false }]);
      return picture.hasAlpha ? marked : marked.removeAlpha();
    });
  },
};

const LARGEST_SIDE = 32_000;
const FONT = 'sans-serif';
/** Distance of lines, in font sizes. */
const LINE = 1.36;

/** Returns the width of the widest line, in font sizes. */
async function emsOf(lines: readonly string[]): Promise<number> {
  const text = lines.map(xmlText).join('\n');
  const pixels = 100;
  const { width } = await sharp({ text: { text, font: `${FONT} bold ${pixels}`, dpi: 72 } }).metadata();
  return Math.max(1, width) / pixels;
}

/** Draws the text along the diagonal of a picture, as large as fits. */
function svgOf(lines: readonly string[], picture: Size, ems: number): string {
  const { width, height } = picture;
  const { fontSize, degrees } = fitDiagonally({ lines: lines.length, lineHeight: LINE, width: ems }, picture);
  const texts = lines.map((line, index) => {
    // The middle of small letters is a third of their size above the baseline.
    const y = ((index - (lines.length - 1) / 2) * LINE + 0.34) * fontSize;
    return `<text x="0" y="${y}">${xmlText(line)}</text>`;
  });
  const look = `font-family="${FONT}" font-weight="bold" font-size="${fontSize}" text-anchor="middle" xml:space="preserve"`;
  const ink = `fill="#fff" stroke="#000" stroke-width="${fontSize / 30}" opacity="0.4"`;
  const place = `transform="translate(${width / 2} ${height / 2}) rotate(${-degrees})"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g ${place} ${look} ${ink}>${texts.join('')}</g></svg>`;
}
