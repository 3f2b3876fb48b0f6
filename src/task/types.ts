import type { Receipt } from '../receipt/schema.ts';
import type { ErrorIssue, WarningIssue } from './errors.ts';

/** Option values as received: any JSON. The catalog converts them to values that an engine can rely on. */
export type OptionValues = Record<string, unknown>;

/** The message: one conversion of one input, or of all inputs if the engine combines them. */
export interface Task {
  id: string;
  job_id: string | null;
  conversion: TaskConversion;
  input: TaskInput[];
  /** Whether the order of the inputs was chosen, so that archives have it, too; default: theirs is that of names. Older workers ignore it. */
  ordered?: boolean;
  output: { store: string | null };
}

export interface TaskConversion {
  id: string;
  category: string;
  target: string;
  options: OptionValues;
  /** What to change in the metadata of the outputs (src/work/metadata.ts). Left out: nothing. Older workers ignore it. */
  metadata?: OptionValues;
}

export type TaskInput = RemoteInput | CloudInput;

interface AnyInput {
  id: string;
  /** The user's name of the file, from which outputs are named. */
  filename: string | null;
  /** How to read the source, if it is not the file to convert itself: `screenshot`, `zip`; see `inputs/`. */
  engine?: string;
  /** Options of that engine. */
  options?: OptionValues;
  /** Largest size, bytes. A larger input is refused, as is one beyond the limit of the process that runs the task. */
  max_size?: number;
}

export interface RemoteInput extends AnyInput {
  type: 'remote';
  /** `https:`, `http:`, `s3:`, `file:` or `data:` URL. */
  source: string;
  credentials: { decrypt_password?: string };
}

/** A file in a client's storage. */
export interface CloudInput extends AnyInput {
  type: 'cloud';
  /** Type of the storage: `amazons3`, `azure`, `ftp`, `gdrive` or `googlecloud`. */
  source: string;
  /** The file's place in the storage; see src/files/cloud for the parameters of each. */
  parameters: OptionValues;
  /** Credentials of the storage, and the password that opens the file itself. */
  credentials: { decrypt_password?: string; [name: string]: unknown };
}

export type ThreadStatus = 'processing' | 'completed' | 'failed' | 'canceled';

/** One report of a thread: several `processing`, then exactly one of the other three. */
export interface ThreadReport {
  task_id: string;
  job_id: string | null;
  status: ThreadStatus;
  /** Percent, 0 to 100, never decreasing. */
  progress: number;
  /** The inputs that have arrived. */
  input: InputRecord[];
  output: OutputRecord[];
  warnings: WarningIssue[];
  errors: ErrorIssue[];
  /** Seconds since the task was taken. */
  exec_time: number;
  /** Set in the last `processing` report of an attempt that failed by what may pass. Older workers do not report it. */
  retry?: RetryNotice;
}

/** Why a task is tried again. */
interface RetryNotice {
  /** When the next attempt may begin: ISO 8601, UTC. */
  readonly at: string;
  readonly errors: readonly ErrorIssue[];
}

/** A report with its position among those of its task: ordered by `attempt`, then `sequence`. */
export interface OrderedReport extends ThreadReport {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Number within the attempt, from 1. */
  readonly sequence: number;
}

/** An input after it was fetched. */
export interface InputRecord {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  /** Media type by content; null if nothing recognises it. */
  content_type: string | null;
  /** MD5, 32 lower-case hex digits; null for a `file:` input. Older workers do not report it. */
  checksum?: string | null;
  /** What the file says about itself, if anything: `pages`, `password_protected`. Older workers do not report it. */
  metadata?: OutputMetadata;
}

/** Facts about an output that are not in its file, such as the results of a comparison; JSON values by name. */
export type OutputMetadata = Readonly<Record<string, string | number | boolean>>;

export interface OutputRecord {
  id: string;
  source: { conversion: string; input: string[] };
  filename: string;
  uri: string;
  /** Bytes. */
  size: number;
  content_type: string;
  /** MD5, 32 lower-case hex digits. */
  checksum: string;
  /** Present if the conversion reports facts about this output. Outputs packed into one file lose it. */
  metadata?: OutputMetadata;
  /** What the conversion did, if it was asked to say so (src/receipt). Older workers do not report it. */
  receipt?: Receipt;
  /** Present if the conversion requested it: the file's server asks the downloader for one of these. */
  download_password?: string;
}
