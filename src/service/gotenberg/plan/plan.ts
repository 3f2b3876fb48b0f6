import type { OptionValues } from '../../../task/types.ts';
import type { FormFile } from '../form/form.ts';

/*
 * What a request becomes: a source and steps, each of which is a conversion of what the one before has made. As much as possible is one
 * step, because each is a job.
 */

/** Where the first step gets its files. */
export type Source =
  | { readonly kind: 'files'; readonly files: readonly FormFile[]; readonly password?: string | undefined }
  /** A page of the web, opened by an engine of inputs. */
  | { readonly kind: 'address'; readonly address: string; readonly engine: string; readonly options: OptionValues }
  /** A page with its files, made into one zip unless it is alone; `engine` opens it, or the conversion does. */
  | { readonly kind: 'page'; readonly page: Page; readonly engine?: string; readonly options?: OptionValues };

/** A page and what it shows, by names. */
export interface Page {
  readonly index: PageContent;
  readonly others: readonly FormFile[];
}

/** The document of a page: a file of the form, or a template for Markdown files, which replace its actions. */
export type PageContent =
  | { readonly kind: 'file'; readonly file: FormFile }
  | { readonly kind: 'template'; readonly file: FormFile; readonly markdown: readonly FormFile[] };

/** One conversion of every file, or of all together. */
export interface Step {
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
  readonly metadata?: OptionValues;
  /** Further inputs of each conversion: a stamp, files to embed. */
  readonly beside?: readonly FormFile[];
  /** Further options of single files, by their names in the plan. */
  readonly each?: ReadonlyMap<string, OptionValues>;
  /** How its outputs are named: as what they are made of, numbered parts of it, or as one new file. Default: `same`. */
  readonly names?: 'same' | 'parts' | 'new';
}

export interface Plan {
  readonly source: Source;
  readonly steps: readonly Step[];
  /** Makes the steps in place of these, of what the target json says about each file, by the names of files. */
  readonly survey?: (documents: ReadonlyMap<string, unknown>) => readonly Step[];
  /** Names of the files as the source has them, in order; null for a name that nobody knows. */
  readonly names: readonly (string | null)[];
}

/** Extension of the files of a target. */
export const extensionOfTarget = (target: string): string => (target === 'metadata' ? 'pdf' : target);
