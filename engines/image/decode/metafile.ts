import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PICTURE_FORMATS } from '../../../tools/formats/office-files/families.ts';
import { MAGICK } from '../../../tools/programs/imagemagick/magick.ts';
import { convertOffice } from '../../../tools/programs/libreoffice/convert.ts';
import { SOFFICE } from '../../../tools/programs/libreoffice/soffice.ts';
import { type Decoder, damaged, type Unpacking } from './decoder.ts';
import { drawnTwice } from './drawn.ts';
import { runReading } from './magick.ts';
import { pdf } from './pdf.ts';

/** Bytes that hold the styles of a flat drawing and the frame of its picture, which come before the bytes of the picture. */
const HEAD_BYTES = 256 * 1024;

/**
 * Decodes Windows metafiles, on white, with LibreOffice: it puts the picture on a page, which is then made as large as the picture and
 * converted to a PDF.
 */
export const metafile: Decoder = {
  name: 'LibreOffice',
  programs: [SOFFICE, ...pdf.programs],
  unpack: async (unpacking) => pdf.unpack(await asPdf(unpacking)),
};

/** Returns the unpacking of a PDF with the picture, as large as it, in place of the picture itself. */
export async function asPdf(unpacking: Unpacking): Promise<Unpacking> {
  const { input, folder, context } = unpacking;
  const [opened, drawn] = [join(folder, 'opened'), join(folder, 'drawn')];
  await Promise.all([mkdir(opened), mkdir(drawn)]);
  const load = { filter: PICTURE_FORMATS[input.format?.name ?? ''] ?? null };
  const flat = { name: 'page.fodg', filter: 'OpenDocument Drawing Flat XML' };
  await convertOffice({ input: input.path, name: `input.${input.format?.name}`, load, store: [flat] }, opened, context);
  const page = join(folder, 'page.fodg');
  await cutPage(join(opened, flat.name), page);
  const store = [{ name: 'page.pdf', filter: 'draw_pdf_Export' }];
  await convertOffice({ input: page, name: 'page.fodg', load: { filter: null }, store }, drawn, context);
  return {
    ...unpacking,
    input: { ...input, path: join(drawn, 'page.pdf'), filename: 'page.pdf', decryptPassword: null },
  };
}

/** Writes a flat drawing whose page is as large as its picture. Throws ConversionError `input_damaged` if it has none. */
async function cutPage(from: string, to: string): Promise<void> {
  const file = await open(from);
  // Latin-1: one character per byte.
  const head = await file
    .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    .then(({ buffer, bytesRead }) => buffer.toString('latin1', 0, bytesRead))
    .finally(() => file.close());
  const frame = /<draw:frame\s[^>]*>/.exec(head)?.[0] ?? '';
  const [width, height] = ['width', 'height'].map((side) => new RegExp(`svg:${side}="([\\d.]+cm)"`).exec(frame)?.[1]);
  if (width === undefined || height === undefined) throw damaged('LibreOffice found no picture in it');
  const cut = head
    .replace(/ fo:margin-(top|bottom|left|right)="[^"]*"/g, ' fo:margin-$1="0cm"')
    .replace(/ fo:page-width="[^"]*"/g, ` fo:page-width="${width}"`)
    .replace(/ fo:page-height="[^"]*"/g, ` fo:page-height="${height}"`)
    .replace(frame, frame.replace(/ svg:(x|y)="[^"]*"/g, ' svg:$1="0cm"'));
  async function* parts() {
    yield Buffer.from(cut, 'latin1');
    yield* createReadStream(from, { start: head.length });
  }
  await pipeline(parts, createWriteStream(to, { flags: 'wx' }));
}

/** Decodes 16-bit Windows metafiles, on white; libwmf removes empty margins. */
export const wmf: Decoder = {
  name: 'ImageMagick (libwmf)',
  programs: [MAGICK],
  unpack: (unpacking) =>
    drawnTwice(unpacking, async (density, round) => {
      const before = ['-density', density.toFixed(4), ...(unpacking.options.antialias === false ? ['+antialias'] : [])];
      return [await runReading({ format: 'wmf', before, as: 'png', name: `round-${round}` }, unpacking)];
    }),
};
