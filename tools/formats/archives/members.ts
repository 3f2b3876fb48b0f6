/** A file, folder or symbolic link to be packed. */
export interface Member {
  /** Path below the root, with `/` between folders; valid text. */
  readonly path: string;
  /** A link leads to another place below the root. */
  readonly kind: 'file' | 'folder' | 'link';
  /** Bytes; 0 for folders and links. */
  readonly size: number;
  /** The input it came from. */
  readonly inputId: string;
}

/**
 * Contents to pack: a folder with nothing else in it. Its files may be our own links to the inputs, which are not members of the kind
 * `link`.
 */
export interface Contents {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Sorted by path, unless `ordered`. */
  readonly members: readonly Member[];
  /** Whether the order of the members was chosen; default: it is that of their paths. */
  readonly ordered?: boolean;
  /** Whether the times of the files mean anything, being from an archive. */
  readonly dated: boolean;
  /** Whether anything in the archive was encrypted. */
  readonly encrypted: boolean;
}

/** Compares by code unit, the same everywhere. */
export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/** Compares names by their numbers: 2 before 10. Names that differ only in case or marks keep a fixed order too. */
export const byNumber = (one: string, other: string): number =>
  numbered.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);

const numbered = new Intl.Collator('en', { numeric: true });
