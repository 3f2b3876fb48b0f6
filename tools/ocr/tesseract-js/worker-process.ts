// The process that runs tesseract.js: one page per job, see pool-protocol.ts. Its argument is the folder of tesseract's data.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Tesseract from 'tesseract.js';
import { type PoolJob, serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type PageAnswers, type PageJob, PICTURE } from './job.ts';
import { Models } from './models.ts';

/** Tesseract's variable thresholding_method: 0 is its own choice, Otsu; 2 is Sauvola. */
const THRESHOLDS = { page: '0', local: '2' } as const;

const models = new Models(process.argv[2] ?? '');

async function read(job: Extract<PageJob, { task: 'read' }>, folder: string): Promise<PageAnswers['read']> {
  const { languages, segmentation, threshold, dpi, page, result } = job;
  const worker = await models.reader(languages, folder);
  await worker.setParameters({
    tessedit_pageseg_mode: String(segmentation) as Tesseract.PSM,
    thresholding_method: THRESHOLDS[threshold],
    user_defined_dpi: String(dpi ?? 0),
  });
  const outputs = { text: true, tsv: result === 'tsv', pdf: result === 'layer' };
  const { data } = await worker.recognize(join(folder, PICTURE), { pdfTextOnly: true }, outputs);
  const file = `read-${page}.${result === 'tsv' ? 'tsv' : 'pdf'}`;
  await writeFile(join(folder, file), result === 'tsv' ? numbered(data.tsv ?? '', page) : Buffer.from(data.pdf ?? []));
  return { file, letters: data.text.trim() !== '' };
}

/** Tesseract.js reads every page as the first of its own. */
const numbered = (tsv: string, page: number): string => tsv.replace(/^(\d+)\t\d+/gm, `$1\t${page}`);

async function orient(folder: string): Promise<PageAnswers['orient']> {
  const worker = await models.orientation(folder);
  const {
    orientation_degrees: turn,
    orientation_confidence: confidence,
    script,
  } = (await worker.detect(join(folder, PICTURE))).data;
  return turn === null ? null : { turn, confidence: confidence ?? 0, script: script ?? 'unknown' };
}

await serveRequests(async (message) => {
  const job = message as PoolJob & PageJob;
  try {
    return job.task === 'read' ? await read(job, job.folder) : await orient(job.folder);
  } catch (error) {
    // After a failure inside of it, the state of a model is unknown.
    await models.drop();
    const log = String(error);
    if (/out of memory|OOM|enlarge memory/i.test(log)) {
      throw new ConversionError(
        'limit_memory',
        'The text of the page needs more memory to be recognised than its limit.',
        {
          details: { program: 'tesseract.js' },
          log,
        },
      );
    }
    throw new ConversionError('conversion_failed', 'tesseract.js could not read the picture of a page.', { log });
  }
});
