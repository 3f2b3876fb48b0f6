import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { environment } from '../settings/read.ts';
import { ConversionError } from '../task/errors.ts';

let python: string | null = null;

/** Prefers Debian's Python: `python3` on PATH may be a version manager's wrapper, ten times slower. Throws `program_missing`. */
export function findPython(): string {
  if (python !== null) return python;
  const folders = ['/usr/bin', '/usr/local/bin', ...(environment().PATH ?? '').split(delimiter).filter(isAbsolute)];
  for (const path of folders.map((folder) => join(folder, 'python3'))) {
    try {
      accessSync(path, constants.X_OK);
      python = path;
      return path;
    } catch {
      // Try the next one.
    }
  }
  throw new ConversionError(
    'program_missing',
    'python3 is not installed, and every engine program is started through it. Install the package python3.',
    { details: { program: 'python3', package: 'python3' } },
  );
}
