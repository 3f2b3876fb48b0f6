import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type CatalogEntry, findEntry, resolveTarget } from '../catalog/index.ts';
import type { Preset } from '../catalog/presets.ts';
import { type Summary, splitTask } from '../runner/run-all.ts';
import type { Task } from '../task/types.ts';
import { badRequest } from './bad-request.ts';
import { commandWithOption } from './convert/advice.ts';
import { findInputs, keepStream } from './convert/find-inputs.ts';
import { givenOptions, type OptionFlags, refuseFlaggedFiles } from './convert/given-options.ts';
import { makeInput, makeTask } from './convert/make-task.ts';
import { formatsOf, meaningOf } from './convert/meaning.ts';
import { packFolders } from './convert/pack-folders.ts';
import { planRun } from './convert/plan-run.ts';
import { onlySuited } from './convert/suited.ts';
import { type Place, readWords } from './convert/words.ts';
import { refuseReceiptFile, writeReceipts } from './convert/write-receipts.ts';
import { inputLabel, type Labels } from './display.ts';
import { inLocalRun, type LocalRun, type LocalRunFlags } from './local-run.ts';
import { terminal } from './terminal.ts';

export interface ConvertFlags extends LocalRunFlags, OptionFlags {
  /** Target of the conversion, instead of the last word. */
  to?: string;
  /** Convert the files in folders and their subfolders. */
  recursive?: boolean;
  /** Replace files that have the names of outputs. */
  force?: boolean;
  /** Skip inputs whose outputs exist. */
  skipExisting?: boolean;
  /** Name of standard input: its extension may reveal the format, and the output is named after it. */
  stdinName?: string;
}

/** `convertd convert FILE… TARGET`, `FILE OUTPUT` or `FILE… --to TARGET`. Returns the exit code. */
export async function convertCommand(words: readonly string[], flags: ConvertFlags): Promise<number> {
  return inLocalRun(flags, async (run) => {
    const { entry, place, inputs, task, leftOut, note } = await readCommand(words, flags, run);
    if (task.conversion.options.dry_run === true && place.kind === 'file') {
      throw badRequest(
        `Option dry_run makes a plan, which is no ${entry.target}. Type convertd plan, then the same words.`,
      );
    }
    const labels = new Map(inputs.map(({ id, label }) => [id, label]));
    const services = await run.services(task);
    const threads = await splitOrMerged(task, place, services.presets);
    refuseOneNameForSeveral(threads, place, entry, labels);
    const advice = note ?? adviceToMerge(threads, place, entry);
    if (advice !== null && !flags.json) terminal().stderr.write(`note: ${advice}\n`);
    const planned = await planRun(threads, {
      services,
      place,
      folders: new Map(inputs.map(({ id, folder }) => [id, folder])),
      existing: flags.force ? 'replace' : flags.skipExisting ? 'skip' : 'refuse',
      config: run.config,
      workRoot: run.workRoot,
    });
    const summary = await run.convert(planned, {
      labels,
      summaryTo: place.kind === 'stdout' ? 'stderr' : 'stdout',
    });
    if (place.kind === 'stdout' && summary.status === 'completed') await writeOut(summary);
    if (flags.receipt !== undefined) await writeReceipts(flags.receipt, summary);
    const code = run.finish(summary, [...planned.skipped, ...leftOut]);
    const command = commandWithOption([...summary.errors, ...summary.warnings], entry, typedAgain(words, flags, entry));
    if (command !== null && !flags.json) terminal().stderr.write(`Type: ${command}\n`);
    return code;
  });
}

/** Returns what the words and flags of a command ask for. Throws ConversionErrors. */
export async function readCommand(
  words: readonly string[],
  flags: ConvertFlags,
  { config, workRoot, signal }: LocalRun,
) {
  if (flags.force && flags.skipExisting) throw badRequest('--force and --skip-existing exclude each other.');
  refuseFlaggedFiles(flags);
  refuseReceiptFile(flags);
  const { inputs: named, wanted, place } = readWords(words, flags);
  if (place.kind === 'stdout' && flags.json) {
    throw badRequest('Standard output cannot hold both the converted file (-) and the reports of --json.');
  }
  const isPacked = wanted.target !== null && resolveTarget(wanted.target).category === 'archive';
  const typed = await findInputs(named, {
    recursive: flags.recursive === true || isPacked,
    stdinName: flags.stdinName ?? 'stdin',
    keepStandardInput: async () => {
      const path = join(workRoot, 'standard-input');
      await keepStream(terminal().stdin, path, config.maxInputSize);
      return path;
    },
  });
  const found =
    isPacked && typed.some(({ isFromFolder }) => isFromFolder)
      ? [await packFolders(typed, join(workRoot, 'folders.tar'), signal)]
      : typed;
  const { entry, options, reading, note } = meaningOf(wanted, await formatsOf(found, wanted));
  const asked = flags.receipt === undefined ? options : { ...options, receipt: true };
  const given = await givenOptions(entry, flags, { options: asked, reading });
  const suited = given.reading === null ? await onlySuited(found, entry) : { inputs: found, leftOut: [] };
  const tasks = suited.inputs.map((input) => makeInput(input, given));
  const inputs = suited.inputs.map(({ label, folder }, index) => ({ id: tasks[index]?.id ?? '', label, folder }));
  return { entry, place, inputs, task: makeTask(entry, given, tasks), leftOut: suited.leftOut, note };
}

/** Splits a task into threads. Several inputs for one name are merged if the target can. */
export async function splitOrMerged(task: Task, place: Place, presets: readonly Preset[]): Promise<Task[]> {
  const threads = await splitTask(task, presets);
  const { category, target, options } = task.conversion;
  const canMerge = findEntry(category, target)?.options.merge !== undefined && options.merge === undefined;
  if (threads.length < 2 || place.kind === 'folder' || !canMerge) return threads;
  return splitTask({ ...task, conversion: { ...task.conversion, options: { ...options, merge: true } } }, presets);
}

/** Says how to have one file of all inputs, where each becomes one. */
function adviceToMerge(threads: readonly Task[], place: Place, { target, options }: CatalogEntry): string | null {
  if (threads.length < 2 || place.kind !== 'folder' || options.merge === undefined) return null;
  return `each file becomes a ${target} of its own; for one of them all, end with a name: all.${target}`;
}

/** Throws if each input becomes a file of its own but only one name is given. */
function refuseOneNameForSeveral(
  threads: readonly Task[],
  place: Place,
  { category, target }: CatalogEntry,
  labels: Labels,
): void {
  if (threads.length < 2 || place.kind === 'folder') return;
  const what = place.kind === 'file' ? place.path : 'standard output';
  const files = threads.flatMap(({ input }) => input.map((each) => inputLabel(each, labels)));
  throw badRequest(
    `${threads.length} files become ${threads.length} outputs of ${category}/${target}, which are not joined into ${what}. Type: convertd ${files.join(' ')} ${target} --output DIR`,
  );
}

/** Returns the words of a command that a message repeats, without its secrets. */
const typedAgain = (
  words: readonly string[],
  { to, output, option = [] }: ConvertFlags,
  { options }: CatalogEntry,
): string[] => [
  ...words,
  ...(to === undefined ? [] : ['--to', to]),
  ...(output === undefined ? [] : ['--output', output]),
  ...option.flatMap((pair) => {
    const [name = ''] = pair.split('=', 1);
    return ['-o', options[name]?.writeOnly === true ? `${name}=…` : pair];
  }),
];

/** Media types that a terminal can display. */
const FOR_TERMINALS = /^(?:text\/|application\/json)/;

/** Writes the only output to standard output. Throws ConversionErrors if that is a terminal and the output is not text. */
async function writeOut({ output }: Summary): Promise<void> {
  for (const { uri, content_type: type } of output) {
    if (terminal().stdout.isTTY && !FOR_TERMINALS.test(type)) {
      throw badRequest(
        `The output is not text (${type}), so it is not written to a terminal. Send it to a file: "… - > FILE".`,
      );
    }
    await pipeline(createReadStream(fileURLToPath(uri)), terminal().stdout, { end: false });
  }
}
