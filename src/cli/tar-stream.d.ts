declare module 'tar-stream' {
  import type { Readable, Writable } from 'node:stream';

  /** An entry of a tar, with the names that pax and GNU give it. */
  export interface Header {
    readonly name: string;
    readonly type: string;
    readonly size: number;
    readonly mode: number;
    readonly mtime: Date;
    readonly linkname: string | null;
  }

  export type Entry = Readable & { readonly header: Header };

  export function extract(): Writable & AsyncIterable<Entry>;
}
