import { join } from 'node:path';
import { readSvgPages, type SvgPage } from './svg.ts';

/** A file that `drawPages` wrote: its name in the job's folder, and its first and last page. */
export interface Drawing {
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

/** Pages of drawings, one after another. */
export class DrawnPages {
  readonly #drawings: readonly Drawing[];
  readonly #folder: string;
  #open: { readonly file: Drawing; readonly pages: AsyncGenerator<SvgPage>; next: number } | null = null;

  constructor(drawings: readonly Drawing[], folder: string) {
    this.#drawings = drawings;
    this.#folder = folder;
  }

  /** Returns the page of this number, which must be asked for in order; null if it was not drawn. */
  async page(number: number): Promise<SvgPage | null> {
    const file = this.#drawings.find(({ from, until }) => from <= number && number <= until);
    if (file === undefined) return null;
    if (this.#open?.file !== file) {
      await this.#open?.pages.return(undefined);
      this.#open = { file, pages: readSvgPages(join(this.#folder, file.name)), next: file.from };
    }
    const { pages } = this.#open;
    for (; this.#open.next < number; this.#open.next += 1) await pages.next();
    this.#open.next += 1;
    const { value, done } = await pages.next();
    return done ? null : value;
  }
}
