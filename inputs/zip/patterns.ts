/** A glob: `photos/**`, `*.jpg`. */
export interface Pattern {
  /** Parts of the path, in lower case. */
  readonly parts: readonly string[];
  /** Whether it has no slash, and so matches the name of a file in any folder. */
  readonly isName: boolean;
}

/** Reads patterns separated by commas. Empty ones are left out. */
export function readPatterns(text: string): Pattern[] {
  const patterns = text.split(',').map((each) => each.trim().toLowerCase().replace(/^\//, ''));
  return patterns
    .filter((pattern) => pattern !== '')
    .map((pattern) => ({ parts: pattern.split('/'), isName: !pattern.includes('/') }));
}

/** Whether the path of a file, separated by slashes, matches. Takes at most the product of both lengths in steps. */
export function matches(path: string, { parts, isName }: Pattern): boolean {
  const folders = path.toLowerCase().split('/');
  return matchSequence(parts, isName ? folders.slice(-1) : folders, '**', matchPart);
}

const matchPart = (pattern: string, part: string): boolean =>
  matchSequence([...pattern], [...part], '*', (wanted, character) => wanted === '?' || wanted === character);

/**
 * Whether the items match a pattern in which `star` stands for any number of them. Only the last star is tried again, because each earlier
 * one has its shortest match. Clients write both names and patterns, so this must not take exponential time, as regular expressions made
 * from globs can.
 */
function matchSequence(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  matchOne: (wanted: string, item: string) => boolean,
): boolean {
  let at = 0;
  let retry: { readonly pattern: number; readonly item: number } | null = null;
  for (let item = 0; item < items.length; ) {
    const wanted = pattern[at];
    if (wanted === star) {
      retry = { pattern: at + 1, item };
      at += 1;
    } else if (wanted !== undefined && matchOne(wanted, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (retry !== null) {
      item = retry.item + 1;
      at = retry.pattern;
      retry = { pattern: at, item };
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === star);
}
