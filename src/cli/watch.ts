import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { watch } from 'chokidar';
import { resolveTarget } from '../catalog/index.ts';
import { readLocalConfig } from '../config.ts';
import { isBelow } from '../files/fetch/local-source.ts';
import { chooseBackend } from '../process/sandbox/sandbox.ts';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { environment } from '../settings/read.ts';
import { givenOptions, type OptionFlags } from './convert/given-options.ts';
import { makeTask } from './convert/make-task.ts';
import { EXIT } from './exit-codes.ts';
import { interrupted, listenForInterrupt } from './interrupt.ts';
import { type LocalRunFlags, localServices, openLocalWorkRoot } from './local-run.ts';
import { openPlaces, type PlaceFlags, type Places } from './watch/places.ts';
import { WatchedFolder } from './watch/watched-folder.ts';

export interface WatchFlags extends Omit<LocalRunFlags, 'output'>, OptionFlags, PlaceFlags {
  to: string;
  /** Seconds that a file must stay unchanged. */
  settle?: number;
}

/** Default of `settle`, seconds. */
const SETTLE = 2;

/**
 * `convertd watch IN --to TARGET --output OUT`: converts the files of a folder and new ones, until it is stopped. Returns the exit code.
 * Throws ConversionErrors for a mistake in the command line, Error for a wrong setting.
 */
export async function watchCommand(folder: string, flags: WatchFlags): Promise<number> {
  const interrupt = listenForInterrupt();
  chooseBackend().catch(() => {});
  await checkEngines();
  const entry = resolveTarget(flags.to);
  const given = await givenOptions(entry, flags);
  const places = await openPlaces(folder, flags);
  const config = readLocalConfig(environment(), availableParallelism());
  const workRoot = await openLocalWorkRoot(config.workRoot);
  try {
    const here = { ...config, workRoot: workRoot?.path ?? config.workRoot };
    const services = await localServices(makeTask(entry, given, []), here, flags, {
      onReport: () => {},
      onLog: (text) => {
        if (flags.verbose) process.stderr.write(`${text}\n`);
      },
    });
    const watched = new WatchedFolder({
      ...places,
      label: folder,
      entry,
      given,
      services,
      concurrency: config.concurrency,
      json: flags.json === true,
      signal: interrupt.signal,
    });
    const watcher = watch(places.input, {
      ignored: (path) => path !== places.input && isIgnored(path, places),
      followSymlinks: false,
      awaitWriteFinish: { stabilityThreshold: (flags.settle ?? SETTLE) * 1000, pollInterval: 100 },
    });
    watcher.on('add', (path) => watched.add(path)).on('change', (path) => watched.add(path));
    watcher.on('unlink', (path) => watched.remove(path));
    watcher.on('error', (error) =>
      process.stderr.write(`convertd: ${folder} cannot be watched: ${messageOf(error)}\n`),
    );
    const shown = places.input === resolve(folder) ? folder : `${folder}, which is ${places.input}`;
    watcher.on('ready', () => process.stderr.write(`Watching ${shown}; Ctrl-C ends it.\n`));
    await interrupted(interrupt.signal);
    await watcher.close();
    await watched.ended();
    return interrupt.exitCode ?? EXIT.completed;
  } finally {
    await closeEngines();
    await workRoot?.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a path is ignored: hidden and unfinished files, by their names, and folders for results inside the watched one. */
function isIgnored(path: string, { output, failed }: Places): boolean {
  const name = basename(path);
  return (
    name.startsWith('.') ||
    name.startsWith('~$') ||
    UNFINISHED.test(name) ||
    [output, failed].some((folder) => path === folder || isBelow(path, folder))
  );
}

const UNFINISHED = /\.(?:part|partial|crdownload|tmp|temp)$|~$/i;
