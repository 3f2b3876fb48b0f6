import { fromJson } from '../database/columns.ts';
import type {
  ConversionRow,
  HistoryRow,
  InputRow,
  JobRow,
  OutputRow,
  OutputTargetRow,
  TaskRow,
} from '../database/tables.ts';
import type { Contract } from '../keys/contracts.ts';
import { openConversion } from '../secrets/sealed-columns.ts';
import { hideSecretOptions, hideUrlSecret } from '../secrets/secret-options.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type JobStatus, STATUS_INFO } from '../states.ts';
import type { ConversionDocument, OutputTargetDocument } from './conversion-schemas.ts';
import { positionIn } from './input-position.ts';
import type { InputDocument, JobDocument, JobIssueDocument, OutputDocument } from './schemas.ts';

/* Converts rows into the documents of the interface. */

/** A job with everything that its document contains. */
export interface FullJob {
  readonly job: JobRow;
  readonly inputs: readonly InputRow[];
  readonly conversions: readonly ConversionRow[];
  /** Targets of all its conversions. */
  readonly targets: readonly OutputTargetRow[];
  readonly outputs: readonly OutputRow[];
  readonly errors: readonly JobIssueDocument[];
  readonly warnings: readonly JobIssueDocument[];
  readonly contract: Contract;
}

export interface DocumentContext {
  readonly secrets: Secrets;
  /** Base URL, without a slash at its end. */
  readonly publicUrl: string;
}

export type StatusFormat = 'string' | 'object';

export function jobDocument(full: FullJob, format: StatusFormat, context: DocumentContext): JobDocument {
  const { job, inputs, conversions, targets, outputs, contract } = full;
  return {
    id: job.id,
    token: context.secrets.jobToken(job.id),
    type: 'job',
    status: statusDocument(job.status, format),
    errors: [...full.errors],
    warnings: [...full.warnings],
    process: job.process === 1,
    fail_on_input_error: job.fail_on_input_error === 1,
    fail_on_conversion_error: job.fail_on_conversion_error === 1,
    conversion: conversions.map((row) => conversionDocument(row, targets, context.secrets)),
    limits: {
      job: { max_size: contract.max_job_size },
      input: { max_count: contract.max_inputs_per_job, max_size: contract.max_input_size },
      output: { hours: job.retention_ms / 3_600_000 },
    },
    input: inputs.map(inputDocument),
    output: outputs.map((row) => outputDocument(row, context.publicUrl)),
    callback: job.callback,
    notify_status: job.notify_status === 1,
    server: context.publicUrl,
    spent: job.spent,
    created_at: timestamp(job.created_at),
    modified_at: timestamp(job.modified_at),
  };
}

export const statusDocument = (status: JobStatus, format: StatusFormat) =>
  format === 'object' ? { code: status, info: STATUS_INFO[status] } : status;

export function inputDocument(row: InputRow): InputDocument {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    source: hideUrlSecret(row.source),
    engine: row.engine,
    options: hideSecretOptions(null, fromJson(row.options)),
    position: positionIn(fromJson(row.options)),
    filename: row.filename,
    size: row.size,
    hash: row.hash,
    checksum: row.hash,
    content_type: row.content_type,
    created_at: timestamp(row.created_at),
    modified_at: timestamp(row.modified_at),
    credentials: [],
    parameters: fromJson(row.parameters),
    metadata: fromJson(row.metadata),
  };
}

/** @param targets those of the conversion, in order; targets of other conversions among them are ignored */
export function conversionDocument(
  row: ConversionRow,
  targets: readonly OutputTargetRow[],
  secrets: Secrets,
): ConversionDocument {
  const { id, category, target, options } = openConversion(row, secrets);
  return {
    id,
    name: row.name,
    input: fromJson(row.sources).map((source) => ({ type: 'conversion', source })),
    category,
    target,
    options: hideSecretOptions(row, options),
    metadata: fromJson(row.metadata),
    output_target: targets.filter(({ conversion_id }) => conversion_id === id).map(outputTargetDocument),
  };
}

const outputTargetDocument = ({ type, status, parameters }: OutputTargetRow): OutputTargetDocument => ({
  type,
  status,
  parameters: fromJson(parameters),
  credentials: [],
});

export function outputDocument(row: OutputRow, publicUrl: string): OutputDocument {
  return {
    id: row.id,
    source: { conversion: row.conversion_id, input: [...fromJson(row.input_ids)] },
    filename: row.filename,
    uri: `${publicUrl}/download-file/${row.id}/${encodeURIComponent(row.filename)}`,
    size: row.size,
    status: row.status,
    content_type: row.content_type,
    downloads_counter: row.downloads_counter,
    checksum: row.checksum,
    created_at: timestamp(row.created_at),
    metadata: fromJson(row.metadata),
    ...(row.receipt !== null && { receipt: fromJson(row.receipt) }),
  };
}

export const threadDocument = (row: TaskRow) => ({
  hash: row.id,
  status: row.progress,
  info: row.state,
  exec_time: row.exec_ms / 1000,
  created_at: timestamp(row.created_at),
  modified_at: timestamp(row.modified_at),
});

export const historyDocument = (row: HistoryRow) => ({
  id: row.id,
  status: row.status,
  info: row.info,
  created_at: timestamp(row.created_at),
});

/** `YYYY-MM-DDTHH:MM:SS`, UTC (docs/interface.md, Jobs). */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);
