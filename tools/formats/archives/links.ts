import { unsafe } from './safety.ts';

/** A symbolic link with its final name. */
export interface SymbolicLink {
  /** Path below the root, with `/` between folders. */
  readonly path: string;
  /** Target as stored in the link. */
  readonly target: string;
}

/**
 * Refuses links that lead out of the root, wherever the archive is unpacked: absolute ones, those with more `..` than folders, those
 * through another link, and those to themselves. A link to a link is followed, such as `lib.so` to `lib.so.1`. Names that differ only in
 * case or in the normalization of an accent count as equal, as on Windows and macOS. Throws `input_unsafe`.
 * @param paths of everything in the archive, including links
 */
export function refuseEscapingLinks(links: readonly SymbolicLink[], paths: readonly string[]): void {
  if (links.length === 0) return;
  const byKey = new Map<string, SymbolicLink>();
  for (const link of links) byKey.set(keyOf(link.path), link);
  refuseAliases(byKey, paths);
  for (const link of links) refuseEscape(link, byKey);
}

/** Returns the path as a file system knows it that ignores case and normalization. */
const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

/** Nothing may have the name of a link, or be below it, on any file system: it would be written to the link's target. */
function refuseAliases(links: ReadonlyMap<string, SymbolicLink>, paths: readonly string[]): void {
  for (const path of paths) {
    const key = keyOf(path);
    const same = links.get(key);
    if (same !== undefined && same.path !== path) throw unsafeText('holds a link and another entry of one name', path);
    for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1)) {
      if (links.has(key.slice(0, at))) throw unsafeText('holds an entry below a link', path);
    }
  }
}

function refuseEscape({ path, target }: SymbolicLink, links: ReadonlyMap<string, SymbolicLink>): void {
  const seen = new Set<string>([keyOf(path)]);
  let from = path;
  let to = target;
  for (;;) {
    const place = resolve(from, to, links, path);
    const next = links.get(keyOf(place));
    if (next === undefined) return;
    if (seen.has(keyOf(place))) throw unsafeText('holds a symbolic link to itself', path);
    seen.add(keyOf(place));
    from = next.path;
    to = next.target;
  }
}

/** Resolves a target one folder at a time. Both slashes separate folders, as on Windows. */
function resolve(from: string, target: string, links: ReadonlyMap<string, SymbolicLink>, named: string): string {
  if (target === '' || target.includes('\0')) throw unsafeText('holds a symbolic link without a target', named);
  if (/^(?:[/\\]|[A-Za-z]:)/.test(target)) throw unsafeText('holds an absolute symbolic link', named);
  const place = from.split('/').slice(0, -1);
  const steps = target.split(/[/\\]/).filter((step) => step !== '' && step !== '.');
  for (const [index, step] of steps.entries()) {
    if (step !== '..') place.push(step);
    else if (place.pop() === undefined) throw unsafeText('holds a symbolic link that leads out of its folder', named);
    if (index < steps.length - 1 && links.has(keyOf(place.join('/')))) {
      throw unsafeText('holds a symbolic link that leads through another', named);
    }
  }
  return place.join('/');
}

const unsafeText = (problem: string, path: string) => unsafe(problem, Buffer.from(path).toString('latin1'));
