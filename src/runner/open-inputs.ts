import { mkdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FILE_INPUT, isFileEngine } from '../catalog/input-catalog.ts';
import type { SlideOptions } from '../catalog/options/slide.ts';
import { validateInputOptions } from '../catalog/validate-input.ts';
import type { Facts } from '../files/facts/facts.ts';
import { DEFAULT_FETCH_LIMITS, tooLarge } from '../files/fetch/fetch-limits.ts';
import { type FetchedInput, type FetchLimits, fetchInput } from '../files/fetch/inputs.ts';
import { safeFilename } from '../files/filename.ts';
import { identify } from '../files/identify.ts';
import { runPipeline, runProgram } from '../process/command.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { Task, TaskInput } from '../task/types.ts';
import type { LocalInput } from '../work/context.ts';
import { checkFiles } from './check-outputs.ts';
import type { Engine } from './engine.ts';
import type { InputContext, OpenedFile } from './input-engine.ts';
import { loadInputEngine, requireInputEngine } from './input-engines.ts';
import type { Reporter } from './reporter.ts';
import type { RunnerServices } from './runner-services.ts';
import type { WorkFolder } from './work-folder.ts';

/** What is needed to open the inputs of a task. */
export interface Opening {
  readonly task: Task;
  readonly engine: Engine;
  readonly folder: WorkFolder;
  readonly services: RunnerServices;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** Share of the task's progress, percent. */
  readonly share: number;
}

/** One input that is being opened. */
interface OpenOne extends Opening {
  readonly input: TaskInput;
  /** Index of the input, from 0. */
  readonly index: number;
  /** 0 to 1 */
  readonly onProgress: (fraction: number) => void;
}

/** Brings the inputs of a task to local files: one each, or as many as its input engine makes of one. Throws ConversionError. */
export async function openInputs(opening: Opening): Promise<LocalInput[]> {
  const { task, reporter, share } = opening;
  const inputs: LocalInput[] = [];
  for (const [index, input] of task.input.entries()) {
    const onProgress = (fraction: number) => reporter.progress(((index + fraction) / task.input.length) * share);
    const one: OpenOne = { ...opening, input, index, onProgress };
    const { engine = 'auto' } = input;
    const isFile = isFileEngine(engine);
    inputs.push(...(isFile ? [await openFile(one)] : await openByEngine(engine, one)));
  }
  return inputs;
}

async function openFile(one: OpenOne): Promise<LocalInput> {
  const { input, reporter } = one;
  const { options, warnings } = validateInputOptions(FILE_INPUT, input.options ?? {}, input.id);
  reporter.warnings.push(...warnings);
  const { path, filename, size, format } = await fetchAndReport(one);
  const slide = Object.keys(options).length === 0 ? {} : { slide: options as SlideOptions };
  return {
    id: input.id,
    path,
    filename,
    size,
    format,
    decryptPassword: input.credentials.decrypt_password ?? null,
    ...slide,
  };
}

async function fetchAndReport(one: OpenOne): Promise<FetchedInput> {
  const { input, folder, services, engine, signal, onProgress } = one;
  const fetched = await fetchInput(input, {
    folder: folder.own,
    limits: inputLimits(services.fetchLimits, input),
    allow: services.allowedAddresses,
    localFiles: services.localFiles,
    s3Sources: services.s3Sources ?? false,
    allowEmpty: engine.acceptsEmptyInput ?? false,
    signal,
    onProgress,
  });
  report(fetched, fetched.checksum, one);
  return fetched;
}

/** Returns the limits with the stricter size. */
function inputLimits(limits: FetchLimits, { max_size }: TaskInput): FetchLimits {
  if (max_size === undefined) return limits;
  return { ...limits, maxBytes: Math.min(max_size, limits.maxBytes ?? max_size) };
}

function report(
  { filename, size, format, facts = {} }: Pick<LocalInput, 'filename' | 'size' | 'format'> & { readonly facts?: Facts },
  checksum: string | null,
  { services, reporter, input }: OpenOne,
): void {
  services.onInput?.(size);
  const record = { id: input.id, filename, size, content_type: format?.contentType ?? null, checksum };
  reporter.inputs.push({ ...record, ...(Object.keys(facts).length > 0 && { metadata: { ...facts } }) });
}

async function openByEngine(name: string, one: OpenOne): Promise<LocalInput[]> {
  const { input, folder, index, reporter } = one;
  try {
    const found = requireInputEngine(name);
    const { options, warnings } = validateInputOptions(found, input.options ?? {}, input.id);
    reporter.warnings.push(...warnings);
    const workFolder = join(folder.own, `input-${index + 1}`);
    await mkdir(workFolder);
    let fetched: Promise<FetchedInput> | null = null;
    const context = inputContext(one, workFolder, () => {
      fetched ??= fetchAndReport(one);
      return fetched;
    });
    const opened = await (await loadInputEngine(found)).open({ engine: name, options, input }, context);
    const source = await (fetched as Promise<FetchedInput> | null);
    if (opened.length === 0) throw new ConversionError('input_empty', 'There is nothing to convert in the input.');
    const made = opened.filter(({ path }) => path !== source?.path);
    await checkFiles(
      made.map(({ path, filename }) => ({ path, extension: extname(filename).slice(1) })),
      workFolder,
    );
    // One after another, because there can be a thousand.
    const inputs: LocalInput[] = [];
    for (const each of opened) inputs.push(await localInput(each, one));
    const [first] = inputs;
    if (source === null && first !== undefined) report(first, null, one);
    return inputs;
  } catch (error) {
    if (error instanceof ConversionErrors)
      throw new ConversionErrors(error.errors.map((each) => each.ofInput(input.id)));
    throw error instanceof ConversionError ? error.ofInput(input.id) : error;
  }
}

function inputContext(
  { task, folder, services, reporter, input, signal, onProgress }: OpenOne,
  workFolder: string,
  fetch: InputContext['fetch'],
): InputContext {
  // The caller's own files are elsewhere.
  const readable = [folder.own];
  const scope = { workFolder, readable, signal };
  return {
    workFolder,
    signal,
    conversion: task.conversion,
    allowedAddresses: services.allowedAddresses,
    progress: (percent) => onProgress(percent / 100),
    warn: (code, message, details) => reporter.warnOfInput(input.id, code, message, details),
    run: (call) => runProgram(call, scope),
    pipe: (calls) => runPipeline(calls, scope),
    fetch: async () => {
      const fetched = await fetch();
      readable.push(fetched.path);
      return fetched;
    },
  };
}

async function localInput(opened: OpenedFile, { input, engine, services }: OpenOne): Promise<LocalInput> {
  const { path, decryptPassword = input.credentials.decrypt_password ?? null } = opened;
  const filename = safeFilename(opened.filename);
  const { size } = await stat(path);
  const { maxBytes = DEFAULT_FETCH_LIMITS.maxBytes } = inputLimits(services.fetchLimits, input);
  if (size > maxBytes) throw tooLarge(JSON.stringify(filename), maxBytes);
  if (size === 0 && engine.acceptsEmptyInput !== true) throw empty(filename);
  return { id: input.id, path, filename, size, format: await identify(path), decryptPassword };
}

const empty = (filename: string) =>
  new ConversionError('input_empty', `${filename} in the input has no bytes, so there is nothing to convert.`, {
    details: { file: filename },
  });
