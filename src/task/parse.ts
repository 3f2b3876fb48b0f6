import { randomUUID } from 'node:crypto';
import { Ajv, type ErrorObject } from 'ajv';
import { ConversionError, ConversionErrors } from './errors.ts';
import { TASK_SCHEMA } from './schema.ts';
import type { OptionValues, Task } from './types.ts';

/** A task as it may be written: everything but `conversion` and the sources can be left out. */
interface TaskDocument {
  id?: string;
  job_id?: string | null;
  conversion: { id?: string; category: string; target: string; options?: OptionValues | null };
  input: {
    id?: string;
    source: string;
    filename?: string | null;
    credentials?: { decrypt_password?: string | null } | null;
    engine?: string | null;
    options?: OptionValues | null;
    max_size?: number | null;
  }[];
  output?: { store?: string | null } | null;
}

const isTaskDocument = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<TaskDocument>(TASK_SCHEMA);

/**
 * Reads the text of a task file or message and fills in what it leaves out (ids, empty options).
 * Throws ConversionErrors with one `task_invalid` for each thing that is wrong.
 */
export function parseTask(text: string): Task {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new ConversionErrors([
      new ConversionError('task_invalid', 'The task is not valid JSON.', { cause, log: String(cause) }),
    ]);
  }
  if (!isTaskDocument(document)) throw new ConversionErrors((isTaskDocument.errors ?? []).map(toError));
  return completeTask(document);
}

function completeTask(document: TaskDocument): Task {
  return {
    id: document.id ?? randomUUID(),
    job_id: document.job_id ?? null,
    conversion: {
      id: document.conversion.id ?? randomUUID(),
      category: document.conversion.category,
      target: document.conversion.target,
      options: document.conversion.options ?? {},
    },
    input: document.input.map((input) => ({
      id: input.id ?? randomUUID(),
      type: 'remote',
      source: input.source,
      filename: input.filename ?? null,
      credentials: input.credentials?.decrypt_password ? { decrypt_password: input.credentials.decrypt_password } : {},
      ...(input.engine && { engine: input.engine }),
      ...(input.options && { options: input.options }),
      ...(input.max_size && { max_size: input.max_size }),
    })),
    output: { store: document.output?.store ?? null },
  };
}

function toError(error: ErrorObject): ConversionError {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'the task';
  return new ConversionError('task_invalid', `Task: ${field} ${error.message ?? 'is not valid'}.`, {
    details: { field, rule: error.keyword },
  });
}
