import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Environment, environment } from '../../src/settings/read.ts';

/** A build of ffmpeg and ffprobe by `npm run ffmpeg` (scripts/build-ffmpeg.sh). */
export interface Build {
  readonly folder: string;
  /** Shared libraries that it needs and that are gone, as after an upgrade of Debian; empty: it can be used. */
  readonly gone: readonly string[];
}

/** For everybody on the machine, as in the container image. */
const COMMON_FOLDER = '/usr/local/lib/convertd/ffmpeg';

/** The builds that are installed here, best first: that of this user, then that of the machine. */
export function installedBuilds(env: Environment = environment()): Build[] {
  const cache = cacheFolder(env);
  const folders = [...(cache === null ? [] : [join(cache, 'convertd', 'ffmpeg')]), COMMON_FOLDER];
  return folders
    .filter((folder) => existsSync(join(folder, 'ffmpeg')))
    .map((folder) => ({ folder, gone: gone(folder) }));
}

/** By the XDG Base Directory Specification, which lets relative paths not count. */
function cacheFolder({ XDG_CACHE_HOME: cache = '', HOME: home = '' }: Environment): string | null {
  if (isAbsolute(cache)) return cache;
  return isAbsolute(home) ? join(home, '.cache') : null;
}

/** The build lists the libraries that are not inside it by their paths. */
function gone(folder: string): string[] {
  try {
    const paths = readFileSync(join(folder, 'libraries.txt'), 'utf8').split('\n');
    return paths.filter((path) => path !== '' && !existsSync(path));
  } catch {
    return ['libraries.txt'];
  }
}
