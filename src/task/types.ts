import type { ErrorIssue, WarningIssue } from './errors.ts';

/** Option values as they arrive: whatever JSON holds. The catalog turns them into what an engine may rely on. */
export type OptionValues = Record<string, unknown>;

/** The message: one conversion applied to one input, or to all inputs where the engine combines them. */
export interface Task {
  id: string;
  job_id: string | null;
  conversion: TaskConversion;
  input: TaskInput[];
  output: { store: string | null };
}

export interface TaskConversion {
  id: string;
  category: string;
  target: string;
  options: OptionValues;
}

export type TaskInput = RemoteInput | CloudInput;

interface AnyInput {
  id: string;
  /** The name the user knows the file by; names the outputs. */
  filename: string | null;
  /** How the source is read, where it is not simply the file to convert: `screenshot`, `zip`; see `inputs/`. */
  engine?: string;
  /** Of that engine. */
  options?: OptionValues;
  /** Bytes; a larger one is refused, as is one beyond the limit of the process that runs the task. */
  max_size?: number;
}

export interface RemoteInput extends AnyInput {
  type: 'remote';
  /** `https:`, `http:`, `s3:`, `file:` or `data:` URL. */
  source: string;
  credentials: { decrypt_password?: string };
}

/** A file in a storage of the client's. */
export interface CloudInput extends AnyInput {
  type: 'cloud';
  /** Which storage: `amazons3`, `azure`, `ftp`, `gdrive` or `googlecloud`. */
  source: string;
  /** Where it is there; src/files/cloud says what each storage knows. */
  parameters: OptionValues;
  /** Those of the storage, beside the password that opens the file itself. */
  credentials: { decrypt_password?: string; [name: string]: unknown };
}

export type ThreadStatus = 'processing' | 'completed' | 'failed' | 'canceled';

/** One report of a thread. Several `processing`, then exactly one of the other three. */
export interface ThreadReport {
  task_id: string;
  job_id: string | null;
  status: ThreadStatus;
  /** Percent, 0 to 100, never falling. */
  progress: number;
  /** The inputs that have arrived. */
  input: InputRecord[];
  output: OutputRecord[];
  warnings: WarningIssue[];
  errors: ErrorIssue[];
  /** Seconds since the task was taken. */
  exec_time: number;
}

/** A report with its place among those of its task: in order by `attempt`, then `sequence`. */
export interface OrderedReport extends ThreadReport {
  /** 1 for the first try; one more each time the task starts again. */
  readonly attempt: number;
  /** From 1, within the attempt. */
  readonly sequence: number;
}

/** An input as it was found. */
export interface InputRecord {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  /** By its content; null if nothing recognises it. */
  content_type: string | null;
  /** MD5, 32 lower-case hex digits; null for a `file:` input. Reports of older workers lack it. */
  checksum?: string | null;
}

/** Facts about an output that its file does not hold, such as the figures of a comparison; JSON values by name. */
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
  /** Present if the conversion reports something about this output; of outputs packed into one file it is not kept. */
  metadata?: OutputMetadata;
  /** Present if the conversion requested it: the server of the file asks the downloader for one of these. */
  download_password?: string;
}
