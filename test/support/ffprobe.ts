import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The ffprobe that tests ask: the static one of the npm package (GPL, a process of its own), which starts in 2 ms, where Debian's takes
 * 80 to load its libraries. Debian's, by its name, where the package has none for this machine. What is tested on MPEG transport
 * streams takes Debian's: on those the static one crashes.
 */
export const FFPROBE = staticFfprobe() ?? 'ffprobe';

function staticFfprobe(): string | null {
  try {
    const { path } = createRequire(import.meta.url)('@ffprobe-installer/ffprobe') as { path: string };
    makeExecutable(path);
    return path;
  } catch {
    return null;
  }
}

/** As the install script of the package does, which npm can be told not to run. Throws where the file is another user's. */
function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}
