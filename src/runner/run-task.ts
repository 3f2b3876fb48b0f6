import { findEntry, validateConversion } from '../catalog/index.ts';
import { applyPreset } from '../catalog/presets.ts';
import { runPipeline, runProgram } from '../process/command.ts';
import { notingPrograms } from '../process/program-uses.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import { pluralize } from '../util/pluralize.ts';
import { startTimeLimit } from '../util/time-limit.ts';
import { inSpan } from '../util/trace.ts';
import type { LocalInput, WorkContext } from '../work/context.ts';
import { countTask } from '../work/cores.ts';
import { type MetadataEdit, readMetadata } from '../work/metadata.ts';
import { bridgeInputs, type Wanted, withAlternatives } from './bridge.ts';
import { checkOutputs } from './check-outputs.ts';
import { type ContextOf, convertInputs } from './convert-inputs.ts';
import type { Engine, EngineRequest, OutputFile } from './engine.ts';
import { loadEngine, requireOffered } from './engines.ts';
import { openInputs } from './open-inputs.ts';
import { planTask } from './plan-task.ts';
import { accountFor, isAccounted } from './receipts.ts';
import { Reporter } from './reporter.ts';
import type { RunnerServices } from './runner-services.ts';
import { nameAndPack, storeOutputs } from './store-outputs.ts';
import { createWorkFolder, type WorkFolder } from './work-folder.ts';

/** Shares of the stages in the progress of a task, percent. */
const FETCHED = 10;
const CONVERTED = 95;

/**
 * Runs one task from its message to its stored outputs. Never throws: every error becomes the final report, which this also returns. By
 * then the work folder is removed and every process of the task is dead.
 */
export async function runTask(task: Task, services: RunnerServices, cancel: AbortSignal): Promise<ThreadReport> {
  const reporter = new Reporter(task, services.onReport);
  const limit = startTimeLimit(services.timeoutMs, cancel);
  const { signal } = limit;
  let folder: WorkFolder | null = null;
  const ended = countTask();
  try {
    signal.throwIfAborted();
    // Shows at once that the task has begun, however long the first input takes.
    reporter.progress(0);
    const { entry, engine, ...prepared } = await prepare(task, services, reporter);
    const { category, target } = entry;
    const { password, ...options } = prepared.options;
    folder = await createWorkFolder(services.workRoot);
    const opening = { task: withPassword(task, password), engine, folder, services, reporter, signal, share: FETCHED };
    const inputs = await inSpan('fetch inputs', {}, () => openInputs(opening));
    for (const input of inputs) if (!engine.showsSlide({ target, options }, input)) warnOfSlide(input, reporter);
    const { engine: workFolder } = folder;
    const contextOf: ContextOf = (some) => engineContext(workFolder, some, services, reporter, signal);
    const convert = async () => {
      if (options.dry_run === true) {
        return planTask({ task, entry, engine, options, inputs, warnings: reporter.warnings, workFolder, contextOf });
      }
      const wanted = { ...task.conversion.metadata, ...(options.strip_metadata === true && { clear_all: true }) };
      const edit = readMetadata(wanted, (...warning) => reporter.warn(...warning));
      const metadata = edit === null ? {} : { metadata: edit };
      const request = { category, target, options, inputs, ...metadata, ordered: task.ordered ?? false };
      const made = await convertAll(engine, request, { contextOf, workFolder });
      await checkOutputs(made, workFolder);
      if (edit === null || engine.appliesMetadata(target)) return made;
      return applyMetadata(made, edit, contextOf(inputs));
    };
    const work = () => inSpan('convert', {}, convert);
    const { result: outputs, uses } = isAccounted(options)
      ? await notingPrograms(work)
      : { result: await work(), uses: [] };
    reporter.progress(CONVERTED);
    const records = await inSpan('store outputs', {}, async () => {
      const named = await nameAndPack(outputs, inputs, options, opening.folder, services.names, signal);
      const receipts = await accountFor(named, {
        ...{ task, entry, engine, options, inputs, uses, warnings: reporter.warnings, seconds: reporter.seconds },
        contextOf,
      });
      return storeOutputs(task, named, receipts, { inputs, folder: opening.folder }, options, services, signal);
    });
    return reporter.finish('completed', records, []);
  } catch (error) {
    if (cancel.aborted) return reporter.finish('canceled', [], [canceled(task).toIssue()]);
    const errors = limit.over ? [timedOut(services.timeoutMs)] : toConversionErrors(error);
    for (const { code, log, cause } of errors) {
      if (log !== undefined || cause !== undefined) services.onLog(`${code}: ${log ?? String(cause)}`);
    }
    return reporter.finish(
      'failed',
      [],
      errors.map((each) => withIds(each, task).toIssue()),
    );
  } finally {
    ended();
    limit.end();
    await folder?.remove();
  }
}

/** Gives the password of a conversion to inputs that have none of their own. */
function withPassword(task: Task, password: unknown): Task {
  if (typeof password !== 'string' || password === '') return task;
  const input = task.input.map((each) => ({
    ...each,
    credentials: { decrypt_password: password, ...each.credentials },
  }));
  return { ...task, input };
}

/** Warns of options of an input that does not become a slide of a film. */
function warnOfSlide({ id, filename, slide = {} }: LocalInput, reporter: Reporter): void {
  for (const option of Object.keys(slide)) {
    const message = `Option ${option} of ${filename} has no effect: it is for pictures that merge makes a film of.`;
    reporter.warnOfInput(id, 'option_no_effect', message, { option });
  }
}

async function prepare(task: Task, services: RunnerServices, reporter: Reporter) {
  const conversion = applyPreset(services.presets, task.conversion);
  if (findEntry(conversion.category, conversion.target) !== undefined) requireOffered(conversion.category);
  const { entry, options, warnings } = validateConversion(conversion);
  reporter.warnings.push(...warnings);
  const engine = await loadEngine(conversion.category);
  if (task.input.length > 1 && !engine.combinesInputs({ target: entry.target, options })) {
    throw new ConversionError(
      'input_count',
      `${conversion.category}/${entry.target} converts one input at a time; make one task for each input.`,
    );
  }
  return { entry, options, engine };
}

/** Converts inputs of any kind that can become the target. Throws the engines' errors. */
async function convertAll(
  engine: Engine,
  { category, options, inputs, ...rest }: Wanted & EngineRequest,
  place: { readonly contextOf: ContextOf; readonly workFolder: string },
): Promise<OutputFile[]> {
  const { target } = rest;
  const isUsedAsItIs = (input: LocalInput): boolean => engine.usesAsItIs({ target, options }, input);
  const bridged = await bridgeInputs({ category, target, options }, inputs, place, isUsedAsItIs);
  try {
    const request = { ...rest, options: bridged.options, inputs: bridged.inputs };
    return await convertInputs(engine, request, bridged.contextOf);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw withAlternatives(error, { category, target }, inputs);
  }
}

/** Writes metadata into the outputs of an engine that does not do so itself. */
async function applyMetadata(
  outputs: readonly OutputFile[],
  edit: MetadataEdit,
  context: WorkContext,
): Promise<OutputFile[]> {
  const written = await (await loadEngine('metadata')).writeMetadata(outputs, edit, { ...context, progress: () => {} });
  await checkOutputs(written, context.workFolder);
  return written;
}

function engineContext(
  workFolder: string,
  inputs: readonly LocalInput[],
  { allowedAddresses }: RunnerServices,
  reporter: Reporter,
  signal: AbortSignal,
): WorkContext {
  const scope = { workFolder, readable: inputs.map((input) => input.path), signal };
  return {
    workFolder,
    signal,
    allowedAddresses,
    progress: (percent) => reporter.progress(FETCHED + (percent / 100) * (CONVERTED - FETCHED)),
    warn: (code, message, details) => reporter.warn(code, message, details),
    run: (call) => runProgram(call, scope),
    pipe: (calls) => runPipeline(calls, scope),
  };
}

function toConversionErrors(error: unknown): readonly ConversionError[] {
  if (error instanceof ConversionErrors) return error.errors;
  if (error instanceof ConversionError) return [error];
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return [new ConversionError('disk_full', 'The disk of the work folder is full.', { cause: error })];
  }
  const log = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    new ConversionError('internal', 'The conversion failed because of a bug in convertd; its log has the details.', {
      log,
    }),
  ];
}

const canceled = (task: Task) =>
  new ConversionError('conversion_canceled', 'The conversion was canceled.', { idSource: task.conversion.id });

const timedOut = (timeoutMs: number) =>
  new ConversionError(
    'conversion_timeout',
    `The task did not finish within its ${pluralize(timeoutMs / 1000, 'second')}.`,
    {
      details: { timeout_seconds: timeoutMs / 1000 },
    },
  );

/** Adds the id of the conversion or of the only input to the error: an engine does not set it. */
function withIds(error: ConversionError, task: Task): ConversionError {
  if (error.idSource !== null || error.source === 'task') return error;
  const idSource =
    error.source === 'conversion' ? task.conversion.id : task.input.length === 1 ? task.input[0]?.id : undefined;
  if (idSource === undefined) return error;
  return error.about(error.source, idSource);
}
