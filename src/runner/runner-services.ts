import type { Preset } from '../catalog/presets.ts';
import type { AddressAllowList } from '../files/fetch/address-guard.ts';
import type { FetchLimits, S3Sources } from '../files/fetch/inputs.ts';
import type { OpenedFiles } from '../files/folders/opened-files.ts';
import type { OutputStore } from '../files/stores/output-store.ts';
import type { UniqueNames } from '../files/unique-names.ts';
import type { ThreadReport } from '../task/types.ts';

/** What the runner uses; the same for all tasks of a process. */
export interface RunnerServices {
  readonly workRoot: string;
  readonly store: OutputStore;
  /** Names that are already used, so that two inputs of one run never overwrite each other's output. */
  readonly names: Pick<UniqueNames, 'take'>;
  readonly presets: readonly Preset[];
  readonly allowedAddresses: AddressAllowList;
  /** Local files that a task may read: all (local runs), those in some folders, open files, or none. */
  readonly localFiles: true | readonly string[] | OpenedFiles;
  /** Objects that a task may read: all (local runs), those below some `s3://bucket/prefix/` locations, or none; default none. */
  readonly s3Sources?: S3Sources;
  readonly fetchLimits: FetchLimits;
  /** Milliseconds for the whole task. */
  readonly timeoutMs: number;
  readonly onReport: (report: ThreadReport) => void;
  /** Called when an input of so many bytes has arrived. */
  readonly onInput?: (bytes: number) => void;
  /** Receives what is not for the user: stderr of programs, stacks of defects. */
  readonly onLog: (text: string) => void;
}
