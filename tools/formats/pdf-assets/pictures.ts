import { readdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import { type PdfInput, popplerFailure } from '../pdf-text/open.ts';

/** Largest number of pictures of one PDF, without duplicates. */
const MOST_PICTURES = 5000;

const GiB = 1024 ** 3;
const LIMITS = { cpuSeconds: 600, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** A use of a picture on a page, from `pdfimages -list`. */
interface Use {
  readonly page: number;
  /** Number of the object that holds it; null for a picture inside the content of a page. */
  readonly object: string | null;
}

/** A run of pages, some of whose pictures are wanted. */
interface Pages {
  readonly from: number;
  to: number;
  /** Whether each picture of the pages is the first use. */
  readonly isNew: boolean[];
}

/**
 * Extracts the pictures in a PDF: JPEG and JPEG 2000 byte for byte, others, which are bare pixels there, as PNG. Each one is extracted
 * once, however many pages show it, in page order. Throws ConversionError `input_bomb`, and the errors of a damaged PDF.
 * @param opened a PDF that needs no password
 * @returns their paths
 */
export async function pdfPictures(opened: string, input: PdfInput, context: WorkContext): Promise<readonly string[]> {
  const uses = await listUses(opened, input, context);
  const found: string[] = [];
  const runs = pagesWithNew(uses);
  for (const [index, { from, to, isNew }] of runs.entries()) {
    const folder = await partFolder(context, 'images');
    await run(['-png', '-j', '-jp2', '-f', `${from}`, '-l', `${to}`, opened, join(folder, 'image')], input, context);
    const names = (await readdir(folder)).sort((one, other) => numberOf(one) - numberOf(other));
    for (const name of names) {
      const path = join(folder, name);
      if (isNew[numberOf(name)] === true && extname(name) !== '.params') found.push(path);
      else await rm(path);
    }
    context.progress((100 * (index + 1)) / runs.length);
  }
  return found;
}

/** Returns the number in `image-012.png`. */
const numberOf = (name: string): number => Number(/-(\d+)\.\w+$/.exec(name)?.[1] ?? Number.NaN);

async function listUses(opened: string, input: PdfInput, context: WorkContext): Promise<readonly Use[]> {
  const stdoutFile = join(await partFolder(context, 'list'), 'pictures.txt');
  await run(['-list', opened], input, context, { stdoutFile });
  // `page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio`
  const rows = (await readFile(stdoutFile, 'utf8')).split('\n').slice(2);
  return rows.flatMap((row): Use[] => {
    const fields = row.trim().split(/\s+/);
    if (fields.length < 11) return [];
    const object = fields[10] ?? '';
    return [{ page: Number(fields[0]), object: /^\d+$/.test(object) ? `${object} ${fields[11]}` : null }];
  });
}

function pagesWithNew(uses: readonly Use[]): readonly Pages[] {
  const seen = new Set<string>();
  const pages: Pages[] = [];
  let count = 0;
  for (const [page, onPage] of Map.groupBy(uses, ({ page }) => page)) {
    const isNew = onPage.map(({ object }) => object === null || (!seen.has(object) && seen.add(object) !== undefined));
    count += isNew.filter(Boolean).length;
    if (count > MOST_PICTURES) {
      const message = `The PDF holds more than ${MOST_PICTURES} pictures, and no more are taken out.`;
      throw new ConversionError('input_bomb', message, { details: { limit_pictures: MOST_PICTURES } });
    }
    if (!isNew.includes(true)) continue;
    const last = pages.at(-1);
    if (last !== undefined && last.to === page - 1) {
      last.to = page;
      last.isNew.push(...isNew);
    } else {
      pages.push({ from: page, to: page, isNew });
    }
  }
  return pages;
}

async function run(
  args: readonly string[],
  input: PdfInput,
  context: WorkContext,
  more: Pick<ProgramCall, 'stdoutFile'> = {},
): Promise<void> {
  const program = await popplerProgram('pdfimages');
  const { exitCode, stderr } = await context.run({ ...program, args, limits: LIMITS, acceptExitCodes: 'any', ...more });
  if (exitCode !== 0) throw await popplerFailure(stderr, input);
}
