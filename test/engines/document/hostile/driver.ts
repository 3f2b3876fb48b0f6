// Converts the files of a list with LibreOffice and prints what came of each, as JSON. A process of its own, so that the same
// attacks run with and without each guard: SANDBOX of the environment, or a copy of the code without the guards (support.ts).
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { convertOffice, type OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeJob } from '../../../../tools/programs/libreoffice/job.ts';
import { closeOfficePools } from '../../../../tools/programs/libreoffice/pool.ts';
import { engineTask } from '../../../support/engine-context.ts';

/** One line of the list. */
export interface Order extends Omit<OfficeJob, 'name'> {
  /** Of the attack. */
  readonly name: string;
  readonly seconds: number;
}

/** What came of it. */
export interface Outcome {
  readonly name: string;
  /** null: converted. */
  readonly code: string | null;
  readonly message: string;
  readonly log: string;
  /** Absolute paths of what was made. */
  readonly files: readonly string[];
}

const [way, list, base, atOnce] = process.argv.slice(2) as [OfficeWay, string, string, string];
const orders = JSON.parse(await readFile(list, 'utf8')) as Order[];
const outcomes: Outcome[] = [];
let number = 0;

async function convert({ name, seconds, ...job }: Order): Promise<Outcome> {
  number += 1;
  const workFolder = join(base, String(number));
  const folder = join(workFolder, 'out');
  await mkdir(folder, { recursive: true });
  const reason = new ConversionError('conversion_timeout', 'The task took too long.');
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(reason), seconds * 1000);
  const scope = { workFolder, readable: [job.input], signal: control.signal };
  const { context } = engineTask(scope);
  const told = await convertOffice({ ...job, name: basename(job.input) }, folder, context, way).then(
    () => ({ code: null, message: '', log: '' }),
    (error: unknown) => {
      if (!(error instanceof ConversionError)) throw error;
      return { code: error.code, message: error.message, log: error.log ?? '' };
    },
  );
  clearTimeout(timer);
  const files = (await readdir(folder)).map((file) => join(folder, file));
  return { name, ...told, files };
}

async function work(): Promise<void> {
  for (let order = orders.shift(); order !== undefined; order = orders.shift()) outcomes.push(await convert(order));
}

await Promise.all(Array.from({ length: Number(atOnce) }, work));
await closeOfficePools();
process.stdout.write(JSON.stringify(outcomes));
