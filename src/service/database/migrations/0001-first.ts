import type { CreateTableBuilder, Kysely } from 'kysely';

type Column = readonly [name: string, type: 'text' | 'number', ...rules: ('key' | 'null')[]];

const text = (name: string, ...rules: ('key' | 'null')[]): Column => [name, 'text', ...rules];
const number = (name: string, ...rules: ('key' | 'null')[]): Column => [name, 'number', ...rules];

const JOB = text('job_id');

const TABLES: Readonly<Record<string, readonly Column[]>> = {
  api_keys: [
    text('id', 'key'),
    text('name'),
    text('hash'),
    text('prefix'),
    text('contract'),
    number('created_at'),
    number('revoked_at', 'null'),
  ],
  jobs: [
    text('id', 'key'),
    text('key_id'),
    text('token_hash'),
    text('status'),
    number('process'),
    text('callback'),
    number('notify_status'),
    text('status_format'),
    number('fail_on_input_error'),
    number('fail_on_conversion_error'),
    text('download_passwords', 'null'),
    text('errors'),
    text('warnings'),
    number('spent'),
    text('idempotency_key', 'null'),
    text('idempotency_body', 'null'),
    number('created_at'),
    number('modified_at'),
    number('retention_ms'),
    number('expires_at'),
  ],
  inputs: [
    text('id', 'key'),
    JOB,
    number('position'),
    text('type'),
    text('source'),
    text('status'),
    text('engine'),
    text('options'),
    text('parameters'),
    text('metadata'),
    text('filename'),
    number('size', 'null'),
    text('hash', 'null'),
    text('content_type', 'null'),
    text('location', 'null'),
    text('secret', 'null'),
    text('upload_uuid', 'null'),
    number('created_at'),
    number('modified_at'),
  ],
  conversions: [
    text('id', 'key'),
    JOB,
    number('position'),
    text('category'),
    text('target'),
    text('options'),
    text('metadata'),
    text('output_target'),
    number('created_at'),
    number('modified_at'),
  ],
  tasks: [
    text('id', 'key'),
    JOB,
    text('conversion_id'),
    number('position'),
    text('input_ids'),
    text('state'),
    number('progress'),
    number('attempt'),
    number('sequence'),
    number('exec_ms'),
    text('lease_owner', 'null'),
    number('lease_until'),
    number('created_at'),
    number('modified_at'),
  ],
  outputs: [
    text('id', 'key'),
    JOB,
    text('task_id'),
    text('conversion_id'),
    text('input_ids'),
    text('filename'),
    text('location'),
    number('size'),
    text('content_type'),
    text('checksum'),
    text('status'),
    text('download_passwords', 'null'),
    number('downloads_counter'),
    number('created_at'),
    number('deleted_at', 'null'),
  ],
  history: [text('id', 'key'), JOB, number('position'), text('status'), text('info'), number('created_at')],
  credits: [text('task_id', 'key'), text('key_id'), JOB, number('amount'), number('created_at')],
  callbacks: [
    text('id', 'key'),
    JOB,
    number('position'),
    text('status'),
    text('url'),
    text('host'),
    number('attempts'),
    number('next_at'),
    text('state'),
    text('lease_owner', 'null'),
    number('lease_until'),
    number('created_at'),
  ],
  presets: [
    text('id', 'key'),
    text('key_id'),
    text('name'),
    text('category'),
    text('target'),
    text('options'),
    number('created_at'),
    number('modified_at'),
  ],
  usage_days: [
    text('key_id'),
    text('day'),
    number('input_bytes'),
    number('output_bytes'),
    number('jobs'),
    number('completed_jobs'),
    number('failed_jobs'),
    number('exec_ms'),
  ],
};

/** Index to its table, its columns, and whether it is unique. */
const INDEXES: Readonly<Record<string, { table: string; columns: string[]; unique?: boolean }>> = {
  api_keys_hash: { table: 'api_keys', columns: ['hash'], unique: true },
  jobs_key: { table: 'jobs', columns: ['key_id', 'created_at'] },
  jobs_token: { table: 'jobs', columns: ['token_hash'], unique: true },
  jobs_idempotency: { table: 'jobs', columns: ['key_id', 'idempotency_key'], unique: true },
  jobs_expiry: { table: 'jobs', columns: ['expires_at'] },
  jobs_status: { table: 'jobs', columns: ['status'] },
  inputs_job: { table: 'inputs', columns: ['job_id', 'position'] },
  inputs_upload: { table: 'inputs', columns: ['job_id', 'upload_uuid'], unique: true },
  conversions_job: { table: 'conversions', columns: ['job_id', 'position'] },
  tasks_job: { table: 'tasks', columns: ['job_id'] },
  tasks_state: { table: 'tasks', columns: ['state', 'created_at'] },
  outputs_job: { table: 'outputs', columns: ['job_id'] },
  history_job: { table: 'history', columns: ['job_id', 'position'] },
  credits_key: { table: 'credits', columns: ['key_id', 'created_at'] },
  callbacks_due: { table: 'callbacks', columns: ['state', 'next_at'] },
  callbacks_job: { table: 'callbacks', columns: ['job_id', 'position'], unique: true },
  presets_name: { table: 'presets', columns: ['key_id', 'category', 'target', 'name'], unique: true },
  usage_days_key: { table: 'usage_days', columns: ['key_id', 'day'], unique: true },
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) {
    let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [column, type, ...rules] of columns) {
      table = table.addColumn(column, type === 'text' ? 'text' : 'bigint', (definition) => {
        if (rules.includes('key')) return definition.primaryKey().notNull();
        return rules.includes('null') ? definition : definition.notNull();
      });
    }
    await table.execute();
  }
  for (const [name, { table, columns, unique }] of Object.entries(INDEXES)) {
    const index = db.schema.createIndex(name).on(table).columns(columns);
    await (unique ? index.unique() : index).execute();
  }
}
