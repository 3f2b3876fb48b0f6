import type { WorkContext } from '../../../src/work/context.ts';
import { findProgram } from './programs.ts';

/** Formats in which 7-Zip shows some links and devices as files or folders: an ISO with Joliet names, an lzh, a xar. */
const HIDING: ReadonlySet<string | null> = new Set(['Iso', 'Lzh', 'Udf', 'Xar']);

/** Time limit: an archive of many entries takes seconds, and a damaged one must not take long. */
const WALL_MS = 60_000;

/**
 * Checks with libarchive too for links and special files, which would otherwise silently become empty files. Files that libarchive cannot
 * read (pure UDF) are not checked.
 * @returns the name of the first; null if there are none
 */
export async function hiddenLinkIn(archive: string, type: string | null, context: WorkContext): Promise<string | null> {
  if (!HIDING.has(type)) return null;
  let special: string | null = null;
  await context.run({
    ...(await findProgram('bsdtar')),
    args: ['-tvf', archive],
    acceptExitCodes: 'any',
    limits: { wallMs: WALL_MS },
    // Lines are like those of `ls -l`, with `h` for a hard link; unprintable characters of names are escaped.
    onStdout: (line) => {
      if (/^[lhbcps][-rwxsStT]{9}/.test(line)) special ??= line;
    },
  });
  return special === null ? null : nameIn(special);
}

/** Returns the name at the end of `lrwxrwxrwx  0 0 0  1 Nov 20 06:53 s/rel -> a`. */
function nameIn(line: string): string {
  return line
    .split(/\s+/)
    .slice(8)
    .join(' ')
    .replace(/ (?:->|link to) .*$/, '');
}
