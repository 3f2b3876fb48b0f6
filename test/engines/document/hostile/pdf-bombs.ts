import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createDeflate, deflateSync } from 'node:zlib';

const MiB = 1024 ** 2;
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const ONE_PAGE = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

const page = (more = '', box = '0 0 200 200'): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${more}>>>>`;

function stream(data: Buffer | string, head = ''): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`<<${head}/Length ${bytes.length}>>stream\n`), bytes, Buffer.from('\nendstream')]);
}

/** Deflated twice: a few KB for so many bytes. */
async function packed(bytes: number, filling: string): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const block = Buffer.alloc(MiB, filling);
  for (let sent = 0; sent < bytes; sent += MiB) if (!deflate.write(block)) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  return deflateSync(Buffer.concat(parts), { level: 9 });
}

const TWICE = '/Filter[/FlateDecode/FlateDecode]';

/** A page whose content unpacks to so many bytes. */
export async function contentBomb(bytes: number): Promise<(string | Buffer)[]> {
  return [CATALOG, ONE_PAGE, page(), stream(await packed(bytes, ' '), TWICE), FONT];
}

/** An image of so many pixels a side, black and white. */
export async function imageBomb(side: number): Promise<(string | Buffer)[]> {
  const head = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray${TWICE}`;
  const content = stream('BT /F 9 Tf 9 99 Td (words) Tj ET q 200 0 0 200 0 0 cm /I Do Q');
  const image = stream(await packed((side * side) / 8, '\0'), head);
  return [CATALOG, ONE_PAGE, page('/XObject<</I 6 0 R>>'), content, FONT, image];
}

/** A form that draws another ten times, and so on for 12 levels. */
export function drawingBomb(): (string | Buffer)[] {
  const forms = Array.from({ length: 12 }, (_, level) =>
    stream(
      level < 11 ? '/F Do '.repeat(10) : '0 0 9 9 re f',
      `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</F ${7 + level} 0 R>>>>`,
    ),
  );
  return [CATALOG, ONE_PAGE, page('/XObject<</F 6 0 R>>'), stream('/F Do'), FONT, ...forms];
}

/** So many pages that are one object. */
export function pageBomb(count: number): (string | Buffer)[] {
  const tree = `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>`;
  return [CATALOG, tree, page(), stream('BT /F 9 Tf 9 99 Td (words) Tj ET'), FONT];
}

/** So many pages, an object each. */
export function manyPages(count: number): (string | Buffer)[] {
  const kids = Array.from({ length: count }, (_, index) => `${6 + index} 0 R`);
  const tree = `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${count}>>`;
  const content = stream('BT /F 9 Tf 9 99 Td (words) Tj ET');
  return [CATALOG, tree, page(), content, FONT, ...kids.map(() => page())];
}

/** A page of 350 metres a side. */
export function boxBomb(): (string | Buffer)[] {
  return [CATALOG, ONE_PAGE, page('', '0 0 1000000 1000000'), stream('0 0 m 9 9 l S'), FONT];
}

/** A page that draws a PostScript XObject (ISO 32000-1, 8.8.2), which readers of PDF have to leave alone. */
export function postScriptObject(program: string): (string | Buffer)[] {
  const content = stream('BT /F 9 Tf 9 99 Td (words) Tj ET /P Do');
  const object = stream(program, '/Type/XObject/Subtype/PS');
  return [CATALOG, ONE_PAGE, page('/XObject<</P 6 0 R>>'), content, FONT, object];
}

/** Writes a PDF of these objects, the first of which is the catalog. */
export async function writePdf(path: string, objects: readonly (string | Buffer)[], before = ''): Promise<string> {
  const file = createWriteStream(path);
  let at = 0;
  const write = async (data: string | Buffer): Promise<void> => {
    at += Buffer.byteLength(data);
    if (!file.write(data)) await once(file, 'drain');
  };
  await write(`${before}%PDF-1.7\n`);
  const rows: string[] = [];
  for (const [index, object] of objects.entries()) {
    rows.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    await write(`${index + 1} 0 obj\n`);
    await write(object);
    await write('\nendobj\n');
  }
  const size = objects.length + 1;
  const start = at;
  await write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
  await write(`trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`);
  file.end();
  await once(file, 'close');
  return path;
}

/** A program in PostScript, with the head that says so. */
export async function writePostScript(
  path: string,
  program: string,
  head = '%!PS-Adobe-3.0 EPSF-3.0',
): Promise<string> {
  await writeFile(path, `${head}\n%%BoundingBox: 0 0 200 200\n${program}\nshowpage\n%%EOF\n`);
  return path;
}
