/** A file or folder to be packed. */
export interface Member {
  /** Below the root, parted by `/`; valid text. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for folders. */
  readonly size: number;
  /** The input it came from. */
  readonly inputId: string;
}

/** What is to be packed: a folder that holds nothing else. Its files may be links that we made to the inputs. */
export interface Contents {
  /** Absolute path of the folder. */
  readonly root: string;
  /** Sorted by path. */
  readonly members: readonly Member[];
  /** Whether the times of the files mean anything, being from an archive. */
  readonly dated: boolean;
}

/** By code unit, the same everywhere. */
export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
