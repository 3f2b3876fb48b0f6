import { isBelow } from '../files/fetch/local-source.ts';
import { stem } from '../files/filename.ts';
import { UniqueNames } from '../files/unique-names.ts';
import type { Receipt } from '../receipt/schema.ts';
import type { OptionValues, OutputRecord, Task } from '../task/types.ts';
import type { LocalInput } from '../work/context.ts';
import type { OutputFile } from './engine.ts';
import { outputFilename, outputId } from './naming.ts';
import { mustPack, type NamedFile, packFiles } from './pack.ts';
import type { RunnerServices } from './runner-services.ts';
import type { WorkFolder } from './work-folder.ts';

/** Names every output, and packs several into one zip if the task did not ask for several downloads. */
export async function nameAndPack(
  outputs: readonly OutputFile[],
  inputs: readonly LocalInput[],
  options: OptionValues,
  folder: WorkFolder,
  names: RunnerServices['names'],
  signal: AbortSignal,
): Promise<NamedFile[]> {
  const outputName = typeof options.output_filename === 'string' ? options.output_filename : undefined;
  const allIds = [...new Set(inputs.map((input) => input.id))];
  const pack = mustPack(outputs.length, {
    allowMultiple: options.allow_multiple_outputs === true,
    threshold:
      typeof options.allow_multiple_outputs_threshold === 'number'
        ? options.allow_multiple_outputs_threshold
        : undefined,
  });
  // Names inside a zip only have to be unique in the zip.
  const taken = pack ? new UniqueNames() : names;
  const named = outputs.map((output) => ({
    path: output.path,
    filename: taken.take(outputFilename(output, inputs, outputName)),
    contentType: output.contentType,
    inputIds: output.inputIds ?? allIds,
    ...(output.metadata && { metadata: output.metadata }),
  }));
  if (!pack) return named;
  const packed = await packFiles(named, outputName || stem(inputs[0]?.filename ?? 'output'), folder.own, signal);
  return [{ ...packed, filename: names.take(packed.filename) }];
}

/** Stores the files of a task. @param receipts of the files, in their order; empty: none was asked for */
export async function storeOutputs(
  task: Task,
  files: readonly NamedFile[],
  receipts: readonly Receipt[],
  { inputs, folder }: { readonly inputs: readonly LocalInput[]; readonly folder: WorkFolder },
  options: OptionValues,
  services: RunnerServices,
  signal: AbortSignal,
): Promise<OutputRecord[]> {
  // Files in the task's folder are removed with it.
  const protectedPaths = inputs.map(({ path }) => path).filter((path) => !isBelow(path, folder.own));
  const password = typeof options.download_password === 'string' ? options.download_password : '';
  const records: OutputRecord[] = [];
  try {
    for (const [index, file] of files.entries()) records.push(await storeOutput(file, receipts[index]));
  } catch (error) {
    // A failed task leaves nothing behind.
    for (const { filename } of records) await services.store.remove(filename).catch(() => {});
    throw error;
  }
  return records;

  async function storeOutput(file: NamedFile, receipt: Receipt | undefined): Promise<OutputRecord> {
    const stored = await services.store.put(file.path, {
      filename: file.filename,
      contentType: file.contentType,
      protectedPaths,
      signal,
    });
    return {
      id: outputId(task.id, file.filename),
      source: { conversion: task.conversion.id, input: [...file.inputIds] },
      filename: file.filename,
      uri: stored.uri,
      size: stored.size,
      content_type: file.contentType,
      checksum: stored.checksum,
      ...(file.metadata && { metadata: file.metadata }),
      ...(receipt !== undefined && { receipt }),
      ...(password === '' ? {} : { download_password: password }),
    };
  }
}
