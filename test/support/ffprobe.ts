import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The ffprobe that tests use: the static one of the npm package (GPL, a separate process), which starts in 2 ms; Debian's needs 80 ms
 * to load its libraries. If the package has none for this machine: Debian's, by its name. Tests of MPEG transport streams use Debian's,
 * because the static one crashes on them.
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

/** Does what the install script of the package does, in case npm did not run it. Throws if the file belongs to another user. */
function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755);
  }
}
