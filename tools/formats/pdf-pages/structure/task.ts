import type { JoinedOutline } from './keep-bookmarks.ts';
import type { LayerSettings } from './layers.ts';
import type { Bookmark } from './outline.ts';
import type { PatchResult } from './patch-view.ts';

/** Task on the objects of a document. */
export type StructureTask =
  | { readonly action: 'dropLost' }
  | { readonly action: 'outline' }
  | { readonly action: 'countAsides' }
  | { readonly action: 'markLayers'; readonly first: number }
  | { readonly action: 'resolveLayerExpressions' }
  | { readonly action: 'addLayers'; readonly layers: readonly LayerSettings[] }
  | {
      readonly action: 'join';
      readonly ownPages: number;
      readonly outlines: readonly JoinedOutline[];
      readonly layers: readonly LayerSettings[];
    }
  | { readonly action: 'patch'; readonly operations: readonly unknown[] };

/** Numbers of objects on the pages that are neither text nor drawing. */
export interface PageAsides {
  readonly comments: number;
  /** Form fields, without signatures. */
  readonly fields: number;
  readonly signatures: number;
  readonly files: number;
  /** Sounds, films and 3D models. */
  readonly media: number;
  /** Links to addresses outside of the document. */
  readonly links: number;
  /** Marks for redaction that were not applied. */
  readonly redactions: number;
  /** Whether its pages are only a cover for attached files (a portfolio). */
  readonly isPortfolio: boolean;
  /** Whether its pages are made by a form program (XFA) and only a notice is in the file. */
  readonly isDynamicForm: boolean;
}

export interface StructureResult {
  /** Whether there is an update. */
  readonly changed: boolean;
  readonly outline?: readonly Bookmark[];
  readonly layers?: LayerSettings | null;
  readonly patch?: PatchResult;
  readonly asides?: PageAsides;
}
