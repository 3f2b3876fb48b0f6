import type { Preset } from '../catalog/presets.ts';
import type { AddressAllowList } from '../files/fetch/address-guard.ts';
import type { FetchLimits, S3Sources } from '../files/fetch/inputs.ts';
import type { OpenedFiles } from '../files/folders/opened-files.ts';
import type { OutputStore } from '../files/stores/output-store.ts';
import type { UniqueNames } from '../files/unique-names.ts';
import type { ThreadReport } from '../task/types.ts';

/** What a runner works with; the same for all tasks of a process. */
export interface RunnerServices {
  readonly workRoot: string;
  readonly store: OutputStore;
  /** Names already given out, so that two inputs of one run never overwrite each other's output. */
  readonly names: Pick<UniqueNames, 'take'>;
  readonly presets: readonly Preset[];
  readonly allowedAddresses: AddressAllowList;
  /** Local files a task may read: all (local runs), those under some folders, open files, or none. */
  readonly localFiles: true | readonly string[] | OpenedFiles;
  /** Objects a task may read: all (local runs), those under some `s3://bucket/prefix/` locations, or none; default none. */
  readonly s3Sources?: S3Sources;
  readonly fetchLimits: FetchLimits;
  /** Milliseconds for the whole task. */
  readonly timeoutMs: number;
  readonly onReport: (report: ThreadReport) => void;
  /** An input has arrived, of so many bytes. */
  readonly onInput?: (bytes: number) => void;
  /** What is not for the user: stderr of programs, stacks of defects. */
  readonly onLog: (text: string) => void;
}
