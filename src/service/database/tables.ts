import type { StorageName } from '../../files/cloud/providers.ts';
import type { Receipt } from '../../receipt/schema.ts';
import type { OptionValues, OutputMetadata } from '../../task/types.ts';
import type { JobIssueDocument } from '../documents/schemas.ts';
import type { Arrived } from '../files/resumable-upload-store.ts';
import type { JobStatus, TaskState } from '../states.ts';
import type { Json, Sealed } from './columns.ts';

/*
 * The tables, the same in SQLite and PostgreSQL: texts, integers (times in ms since 1970, booleans as 0 and 1) and JSON in text, so that no
 * value depends on the database. migrations/ creates them.
 */

export interface Tables {
  api_keys: ApiKeyRow;
  jobs: JobRow;
  job_issues: JobIssueRow;
  inputs: InputRow;
  uploads: UploadRow;
  conversions: ConversionRow;
  tasks: TaskRow;
  outputs: OutputRow;
  output_targets: OutputTargetRow;
  history: HistoryRow;
  credits: CreditRow;
  callbacks: CallbackRow;
  presets: PresetRow;
  usage_days: UsageDayRow;
  job_counts: JobCountRow;
  sessions: SessionRow;
  own_keys: OwnKeyRow;
}

/** Tables that have a column of this name. */
export type TableWith<Column extends string> = {
  [Table in keyof Tables]: Column extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

export interface ApiKeyRow {
  id: string;
  /** The operator's name for it. */
  name: string;
  /** SHA-256 of the key, hex; the key itself is not stored. */
  hash: string;
  /** Its first characters, for lists. */
  prefix: string;
  /** Name of its contract (see contracts.ts). */
  contract: string;
  /** The operator's name for whose keys belong together. Null: the key is alone. */
  account: string | null;
  /** 1 if it may administer the service. */
  operator: number;
  created_at: number;
  revoked_at: number | null;
}

export interface JobRow {
  id: string;
  key_id: string;
  /** SHA-256 of its token, hex: finds the job of a request that has only a token. */
  token_hash: string;
  status: JobStatus;
  /** Whether to start it as soon as everything is there. */
  process: number;
  callback: string;
  notify_status: number;
  /** How clients of this job read `status`. */
  status_format: 'string' | 'object';
  /** Header prefix of the request that made it, unless `x-svc`: its callbacks have headers with both. */
  header_alias: string | null;
  fail_on_input_error: number;
  fail_on_conversion_error: number;
  download_passwords: Sealed<readonly string[]> | null;
  /** Base of the links in its callbacks: the same as in the answer to the request that made it. Null in rows of older versions. */
  base_url: string | null;
  /** Number of changes of what its document shows: see shown-jobs.ts. */
  version: number;
  /** 1 when its files are removed, or it has none: when it expires, only its record is left to remove. */
  files_gone: number;
  /** Credits used: the sum of its tasks' credits. */
  spent: number;
  /** Number of its tasks, of those that have not ended, and of completed ones; changed in the transaction that changes a task. */
  tasks_total: number;
  tasks_open: number;
  tasks_completed: number;
  /** `Idempotency-Key` of the request that made it, unique for its API key. */
  idempotency_key: string | null;
  /** Digest of that request; the same key with a different request is refused. */
  idempotency_body: Sealed<string> | null;
  created_at: number;
  modified_at: number;
  /** Time that its files are kept after the last change of its status, ms. */
  retention_ms: number;
  /** When they are removed. */
  expires_at: number;
}

/** An error or a warning that the document of a job shows. */
export interface JobIssueRow {
  job_id: string;
  /** `retry`: a warning that stays until its task or delivery ends. */
  kind: 'error' | 'warning' | 'retry';
  /** Position among the issues of its kind. */
  position: number;
  /** SHA-256 of the issue, hex, so that the same issue is stored once. Of a retry, the id of its task or delivery. */
  digest: string;
  issue: Json<JobIssueDocument>;
}

/** `conversion`: not from a client, but an output of the job that another of its conversions takes; documents do not show it. */
export type InputType =
  | 'remote'
  | 'upload'
  | 'base64'
  | 'output'
  | 'input_id'
  | 'cloud'
  | 'gdrive_picker'
  | 'conversion';
export type InputStatus = 'downloading' | 'ready' | 'failed' | 'canceled';

export interface InputRow {
  id: string;
  job_id: string;
  position: number;
  type: InputType;
  /**
   * Source as the client gave it: a URL, the name of a storage, the id of a file of Google Drive or of another job; empty for uploads. For
   * `conversion`, the id of the output.
   */
  source: string;
  status: InputStatus;
  engine: string;
  options: Json<OptionValues>;
  parameters: Json<OptionValues>;
  metadata: Json<OptionValues>;
  filename: string;
  /** Bytes. Null until it is known. */
  size: number | null;
  /** MD5, hex. */
  hash: string | null;
  content_type: string | null;
  /** URL from which a worker reads the bytes: the client's, or our `file:` or `s3:` URL. Null until they exist, and for storages. */
  location: string | null;
  /** decrypt_password. */
  secret: Sealed<string> | null;
  /** Credentials of the storage that the file is in; removed when the job has ended. */
  credentials: Sealed<OptionValues> | null;
  /** The client's id of an upload, unique in the job. */
  upload_uuid: string | null;
  created_at: number;
  modified_at: number;
}

/** A file that arrives by several requests. */
export interface UploadRow {
  /** Also the name of its folder in the store, and its id as an input if no input waits for it. */
  id: string;
  job_id: string;
  /** The client's id for it, unique in the job. */
  upload_uuid: string | null;
  /** Bytes of the whole file. */
  length: number;
  /** Empty if the client gave none. */
  filename: string;
  /** `Upload-Metadata` as the client gave it, without passwords. */
  metadata: string;
  /** decrypt_password. */
  secret: Sealed<string> | null;
  /** Bytes that have arrived: `size` of `arrived`. */
  size: number;
  arrived: Json<Arrived>;
  /** Id of the input that it has become. */
  input_id: string | null;
  /** The request that adds bytes, and the end of its lease. */
  writer: string | null;
  writer_until: number;
  /** 1 if that request must end, because its client has come back. */
  interrupted: number;
  created_at: number;
  /** When it is removed, unless it has become an input, which is kept as long as the job. */
  expires_at: number;
}

export interface ConversionRow {
  id: string;
  job_id: string;
  position: number;
  /** The client's name for it, unique in the job. */
  name: string | null;
  category: string;
  target: string;
  /** Ids of the conversions whose outputs it takes. Empty if it takes the inputs of the job. */
  sources: Json<readonly string[]>;
  options: Sealed<OptionValues>;
  metadata: Json<OptionValues>;
  /** Always empty: the table output_targets has them. */
  output_target: Json<readonly unknown[]>;
  created_at: number;
  modified_at: number;
}

export interface TaskRow {
  /** Also the id of the task message. */
  id: string;
  job_id: string;
  /** Key of its job, so that the next task of a key is found without the job; empty if an older version has made it. */
  key_id: string;
  conversion_id: string;
  /** Its API key and category: see tasks/lane.ts. */
  lane: string;
  /** Position among the tasks of the job. */
  position: number;
  input_ids: Json<readonly string[]>;
  state: TaskState;
  /** Percent. */
  progress: number;
  attempt: number;
  /** Number of attempts that ended with their process. */
  losses: number;
  /** Number of RETRY_DELAYS that it has used up. */
  retries: number;
  sequence: number;
  /** W3C Trace Context of the request that made it. Null if that was not traced. */
  traceparent: string | null;
  /** Duration of the attempt, ms. */
  exec_ms: number;
  /** The service process that runs or publishes it, and the end of its lease. */
  lease_owner: string | null;
  lease_until: number;
  created_at: number;
  modified_at: number;
}

export interface OutputRow {
  id: string;
  job_id: string;
  task_id: string;
  conversion_id: string;
  input_ids: Json<readonly string[]>;
  /** Position among the outputs of the task. */
  position: number;
  filename: string;
  /** Earlier names: links with them continue to work. */
  earlier_names: Json<readonly string[]>;
  /** URL of the bytes: `file:` or `s3:`. */
  location: string;
  size: number;
  content_type: string;
  checksum: string;
  /** What the conversion reports about it. */
  metadata: Json<OutputMetadata>;
  /** What the conversion did to make it; null: nobody asked. */
  receipt: Json<Receipt> | null;
  status: 'enabled' | 'disabled';
  /** Null if none is needed. */
  download_passwords: Sealed<readonly string[]> | null;
  downloads_counter: number;
  created_at: number;
  /** When its file was removed. */
  deleted_at: number | null;
}

export type OutputTargetStatus = 'waiting' | 'uploading' | 'completed' | 'failed';

/** A storage of the client that the outputs of a conversion are delivered to. */
export interface OutputTargetRow {
  id: string;
  job_id: string;
  conversion_id: string;
  /** Position among the targets of the conversion. */
  position: number;
  type: StorageName;
  parameters: Json<OptionValues>;
  /** Null when the job has ended. */
  credentials: Sealed<OptionValues> | null;
  status: OutputTargetStatus;
  /** Ids of the outputs that have arrived. */
  delivered: Json<readonly string[]>;
  /** Attempt at the delivery; 0 before the first. */
  attempt: number;
  /** Number of attempts that ended with their process. */
  losses: number;
  /** Number of RETRY_DELAYS that it has used up. */
  retries: number;
  /** When the next attempt is due. Null before the outputs are made. */
  next_at: number | null;
  lease_owner: string | null;
  lease_until: number;
  created_at: number;
  modified_at: number;
}

export interface HistoryRow {
  id: string;
  job_id: string;
  position: number;
  status: JobStatus;
  info: string;
  created_at: number;
}

/** Credits that a task has cost, counted over a window of time. */
export interface CreditRow {
  task_id: string;
  key_id: string;
  job_id: string;
  amount: number;
  created_at: number;
}

/** A callback to send. */
export interface CallbackRow {
  id: string;
  job_id: string;
  /** Position among the callbacks of the job. */
  position: number;
  /** The job's status that it reports. */
  status: JobStatus;
  /** Its URL, as the job had it then, and the host and port of that; the host is empty if it is not a URL. */
  url: string;
  host: string;
  /** Number of attempts so far. */
  attempts: number;
  next_at: number;
  state: 'waiting' | 'delivered' | 'rejected' | 'given_up';
  lease_owner: string | null;
  lease_until: number;
  created_at: number;
}

/** A private preset; the public ones are in the operator's file. */
export interface PresetRow {
  id: string;
  key_id: string;
  name: string;
  category: string;
  target: string;
  /** A preset holds no secrets. */
  options: Json<OptionValues>;
  created_at: number;
  modified_at: number;
}

/** A logged-in user. */
export interface SessionRow {
  /** SHA-256 of the token in the cookie, hex. */
  id: string;
  key_id: string;
  /** Name of the person. */
  name: string;
  id_token: Sealed<string>;
  created_at: number;
  expires_at: number;
}

/** A key that a logged-in person has made. */
export interface OwnKeyRow {
  id: string;
  /** Id of the key as which it acts: that of the person's logins. */
  key_id: string;
  /** The person's name for it. */
  name: string;
  /** SHA-256 of the key, hex; the key itself is not stored. */
  hash: string;
  /** Its first characters, for lists. */
  prefix: string;
  created_at: number;
}

/** Number of jobs of a key in one status. Several rows of the same status are added up: see job-counts.ts. */
export interface JobCountRow {
  key_id: string;
  status: JobStatus;
  jobs: number;
}

/** What a key has used on one day (UTC); outlives the jobs, which expire. */
export interface UsageDayRow {
  key_id: string;
  /** `2026-01-31` */
  day: string;
  /** Bytes. */
  input_bytes: number;
  output_bytes: number;
  /** Number of jobs that ended in any way, and of completed and failed ones. */
  jobs: number;
  completed_jobs: number;
  failed_jobs: number;
  /** Duration of their tasks, ms. */
  exec_ms: number;
}
