import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { requireEntry } from '../catalog/index.ts';
import { reads } from '../catalog/readable-formats.ts';
import { stem } from '../files/filename.ts';
import { formatByExtension } from '../files/formats/by-extension.ts';
import { identify } from '../files/identify.ts';
import { openOutputStore } from '../files/stores/open-output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import type { Summary } from '../runner/run-all.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { OutputRecord, Task } from '../task/types.ts';
import { badRequest } from './bad-request.ts';
import { type FoundInput, findInputs } from './convert/find-inputs.ts';
import { givenOptions } from './convert/given-options.ts';
import { makeInput, makeTask } from './convert/make-task.ts';
import { inLocalRun, type LocalRun, type LocalRunFlags } from './local-run.ts';
import { unpackTar } from './unpack-tar.ts';

export interface UnpackFlags extends LocalRunFlags {
  /** Replace files that exist. */
  readonly force?: boolean;
  /** File whose first line is the password of the archives. */
  readonly passwordFile?: string;
}

/** An archive, which may have several volumes, and its folder. */
interface Archive {
  readonly task: Task;
  readonly label: string;
  readonly folder: string;
}

/**
 * `convertd unpack ARCHIVE… [--output DIR]`: writes the files of each archive into a folder with its name. The archive becomes a tar as
 * with `convertd ARCHIVE tar`, whose names and links are safe, and this is written to the folder. Returns the exit code.
 */
export async function unpackCommand(words: readonly string[], flags: UnpackFlags): Promise<number> {
  return inLocalRun(flags, async (run) => {
    if (words.length === 0) throw badRequest('Give an archive: "convertd unpack papers.zip".');
    const archives = await archivesOf(words, flags);
    const tasks = archives.map(({ task }) => task);
    const [first] = tasks;
    if (first === undefined) return run.finish(NOTHING);
    const services = await run.services({ ...first, output: { store: run.workRoot } });
    const storeOf = ({ id }: Task) => openOutputStore(join(run.workRoot, id));
    const labels = new Map(archives.flatMap(({ task, label }) => task.input.map(({ id }) => [id, label] as const)));
    const packed = await run.convert(
      {
        threads: tasks,
        servicesOf: (task) => ({ ...services, store: storeOf(task), names: new UniqueNames() }),
        skipped: [],
      },
      { labels },
    );
    return run.finish(await unpackAll(packed, archives, run, flags.force === true));
  });
}

/** The number of a volume: `name.part2.rar`, `name.r01`, `name.7z.002`. */
const VOLUME = /\.(?:part\d+\.rar|[ar-z]\d\d|\d{3,5})$/i;

const NOTHING: Summary = { status: 'completed', output: [], warnings: [], errors: [], exec_time: 0 };

async function archivesOf(words: readonly string[], { output, passwordFile }: UnpackFlags): Promise<Archive[]> {
  const entry = requireEntry('archive', 'tar');
  const given = await givenOptions(entry, passwordFile === undefined ? {} : { passwordFile });
  const found = await findInputs(words, {
    recursive: false,
    stdinName: 'stdin',
    keepStandardInput: () => Promise.reject(badRequest('An archive is unpacked from a file, not from standard input.')),
  });
  for (const input of found) await requireArchive(input);
  const sets = await withVolumes(found);
  return sets.map((set) => {
    const [{ label, source }] = set as [FoundInput];
    const base = output ?? '.';
    return {
      task: makeTask(
        entry,
        given,
        set.map((input) => makeInput({ ...input, source: input.source }, given)),
      ),
      label: label || source,
      folder: resolve(output !== undefined && sets.length === 1 ? base : join(base, folderName(label))),
    };
  });
}

/** `papers` for `papers.zip`, `papers.tar.gz` and `papers.part1.rar`; `letter.txt` for `letter.txt.gz`. */
const folderName = (archive: string): string =>
  stem(basename(archive).replace(VOLUME, '.volume')).replace(/\.(?:tar|cpio|7z|zip)$/i, '');

/** Throws ConversionErrors `input_wrong_type`. */
async function requireArchive({ path, label }: FoundInput): Promise<void> {
  if (path === null) return;
  const format = (await identify(path).catch(() => null)) ?? formatByExtension(label);
  if (reads('operation', 'extract-archive', format.name) !== null) return;
  const message = `${label} is not an archive. "convertd catalog --from ${label}" says what it can become.`;
  throw new ConversionErrors([new ConversionError('input_wrong_type', message, { details: { format: format.name } })]);
}

/** Adds to each archive its other volumes, which are beside it. Each set is given once, the volume that was typed first. */
async function withVolumes(found: readonly FoundInput[]): Promise<FoundInput[][]> {
  const sets = new Map<string, FoundInput[]>();
  for (const input of found) {
    const base = (path: string) => path.replace(VOLUME, '').replace(/\.(?:rar|zip|arj)$/i, '');
    const path = input.path ?? input.source;
    const beside = input.path === null ? [] : await readdir(dirname(path)).catch(() => []);
    const volumes = beside
      .map((name) => join(dirname(path), name))
      .filter((other) => other !== path && VOLUME.test(other) && base(other) === base(path));
    const isSet = volumes.length > 0 || VOLUME.test(path);
    const key = isSet ? base(path) : path;
    const others = volumes.map((other) => ({
      ...input,
      path: other,
      source: pathToFileURL(other).href,
      filename: null,
    }));
    if (!sets.has(key)) sets.set(key, [input, ...others]);
  }
  return [...sets.values()];
}

/** Writes the tars of a run to the folders of their archives. Returns the summary of both. */
async function unpackAll(
  packed: Summary,
  archives: readonly Archive[],
  run: LocalRun,
  force: boolean,
): Promise<Summary> {
  const output: OutputRecord[] = [];
  const errors = [...packed.errors];
  for (const record of packed.output) {
    const archive = archives.find(({ task }) => task.input.some(({ id }) => record.source.input.includes(id)));
    if (archive === undefined) continue;
    try {
      const { path, bytes } = await unpackTar(fileURLToPath(record.uri), archive.folder, { force, signal: run.signal });
      output.push({ ...record, uri: pathToFileURL(path).href, filename: basename(path), size: bytes });
    } catch (error) {
      if (!(error instanceof ConversionErrors)) throw error;
      errors.push(...error.errors.map((each) => each.toIssue()));
    }
  }
  return { ...packed, output, errors, status: errors.length > 0 ? 'failed' : packed.status };
}
