import { stat } from 'node:fs/promises';
import type { CatalogEntry } from '../catalog/index.ts';
import { identify } from '../files/identify.ts';
import type { ProgramUse } from '../process/program-uses.ts';
import { countsIn, countsInOutput, together } from '../receipt/counts.ts';
import { missingContent, refusedBy, type Strictness } from '../receipt/losses.ts';
import { type Examined, makeReceipt } from '../receipt/make-receipt.ts';
import type { Receipt } from '../receipt/schema.ts';
import { ConversionError, type WarningIssue } from '../task/errors.ts';
import type { OptionValues, Task } from '../task/types.ts';
import type { LocalInput } from '../work/context.ts';
import type { ContextOf } from './convert-inputs.ts';
import type { Engine } from './engine.ts';
import { examine, type Look } from './examine.ts';
import { outputId } from './naming.ts';
import type { NamedFile, PackedFile } from './pack.ts';

/** A conversion that has ended. */
export interface Done {
  readonly task: Task;
  readonly entry: CatalogEntry;
  readonly engine: Engine;
  /** As the engine got them. */
  readonly options: OptionValues;
  readonly inputs: readonly LocalInput[];
  readonly uses: readonly ProgramUse[];
  readonly warnings: readonly WarningIssue[];
  readonly seconds: number;
  readonly contextOf: ContextOf;
}

interface Asked {
  readonly receipt?: boolean;
  readonly strict?: Strictness;
  readonly dry_run?: boolean;
}

/** Most files of one task that are examined; there can be thousands. */
const MOST_EXAMINED = 200;

/** Most receipts in an error, which travels in one message. */
const MOST_IN_ERROR = 20;

/** Whether a conversion with such options is accounted for. */
export const isAccounted = ({ receipt, strict = 'none', dry_run: isPlan }: Asked): boolean =>
  isPlan !== true && (receipt === true || strict !== 'none');

/**
 * Returns the receipts of files, in their order, if the task asks for them. Throws ConversionError `content_lost` if something is lost that
 * option strict does not allow.
 */
export async function accountFor(files: readonly NamedFile[], done: Done): Promise<readonly Receipt[]> {
  const { receipt, strict = 'none' } = done.options as Asked;
  if (!isAccounted(done.options)) return [];
  const lost = refusedBy(strict, done.warnings).map(({ message }) => message);
  if (lost.length > 0) throw contentLost(lost, strict, await receiptsOf(files.slice(0, MOST_IN_ERROR), done));
  const receipts = await receiptsOf(files, done);
  const missing = strict === 'none' ? [] : receipts.flatMap((each) => missingIn(each, done));
  if (missing.length > 0) throw contentLost(missing, strict, receipts.slice(0, MOST_IN_ERROR));
  return receipt === true ? receipts : [];
}

/** Says what of its content an output lacks, of which no warning speaks. */
const missingIn = (receipt: Receipt, { task }: Done): string[] =>
  missingContent(task.conversion.options, receipt).map((name) => {
    const { input, output } = receipt.counts[name] ?? {};
    const what = name.replaceAll('_', ' ');
    return `${receipt.output.filename} has fewer ${what} than the input: ${output} of ${input}.`;
  });

const AS_INPUT: Look = { read: countsIn, words: true };

async function receiptsOf(files: readonly NamedFile[], done: Done): Promise<Receipt[]> {
  const { task, entry, engine, options: applied, inputs, uses, warnings, seconds, contextOf } = done;
  const programs = await engine.describe();
  const conversion = { entry, given: task.conversion.options, applied, uses, programs, warnings, seconds };
  const before = new Map<LocalInput, Examined>();
  for (const [index, input] of inputs.entries()) {
    before.set(input, await examine(input, index < MOST_EXAMINED ? contextOf : null, AS_INPUT));
  }
  const asOutput: Look = { read: (document) => countsInOutput(document, applied), words: true };
  const receipts: Receipt[] = [];
  let left = MOST_EXAMINED;
  for (const file of files) {
    const sources = inputs.filter(({ id }) => file.inputIds.includes(id)).flatMap((input) => before.get(input) ?? []);
    left -= file.parts?.length ?? 1;
    const output = await examineOutput(file, outputId(task.id, file.filename), left < 0 ? null : contextOf, asOutput);
    receipts.push(makeReceipt(conversion, sources, output));
  }
  return receipts;
}

/** Looks at an output: at what is in it, if several files were packed into one. */
async function examineOutput(file: NamedFile, id: string, contextOf: ContextOf | null, look: Look): Promise<Examined> {
  const whole = await examine(await asInput(file, id), contextOf, look);
  const about = { ...whole.file, content_type: file.contentType };
  if (file.parts === undefined || contextOf === null) return { ...whole, file: about };
  const parts: Examined[] = [];
  for (const part of file.parts) parts.push(await examine(await asInput(part, id), contextOf, look));
  return { file: about, counts: together(parts.map(({ counts }) => counts)), fonts: null };
}

const asInput = async ({ path, filename }: PackedFile, id: string): Promise<LocalInput> => {
  const [{ size }, format] = await Promise.all([stat(path), identify(path)]);
  return { id, path, filename, size, format, decryptPassword: null };
};

function contentLost(lost: readonly string[], strict: Strictness, receipts: readonly Receipt[]): ConversionError {
  const [first, ...others] = lost;
  const more = others.length === 0 ? '' : ` There is more of the kind: ${others.length}.`;
  const message = `Nothing was made, because strict is ${strict}: ${first ?? ''}${more} Without strict, the file is made, and the warning stays.`;
  return new ConversionError('content_lost', message, { details: { option: 'strict', receipts } });
}
