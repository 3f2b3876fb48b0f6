import { randomUUID } from 'node:crypto';
import { Ajv, type ErrorObject } from 'ajv';
import { ConversionError, ConversionErrors } from './errors.ts';
import { jsonFault } from './json-fault.ts';
import { TASK_SCHEMA } from './schema.ts';
import type { OptionValues, Task, TaskInput } from './types.ts';

interface InputDocument {
  id?: string;
  type?: 'remote' | 'cloud';
  source: string;
  filename?: string | null;
  engine?: string | null;
  options?: OptionValues | null;
  parameters?: OptionValues | null;
  credentials?: { decrypt_password?: string | null; [name: string]: unknown } | null;
  max_size?: number | null;
}

/** A task as it may be written: everything except `conversion` and the sources is optional. */
interface TaskDocument {
  id?: string;
  job_id?: string | null;
  conversion: {
    id?: string;
    category: string;
    target: string;
    options?: OptionValues | null;
    metadata?: OptionValues | null;
  };
  input: InputDocument[];
  ordered?: boolean | null;
  output?: { store?: string | null } | null;
}

const isTaskDocument = new Ajv({ allErrors: true, allowUnionTypes: true }).compile<TaskDocument>(TASK_SCHEMA);

/**
 * Reads the text of a task file or message and adds defaults (ids, empty options). Throws ConversionErrors with one `task_invalid` for each
 * problem.
 */
export function parseTask(text: string): Task {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new ConversionErrors([
      new ConversionError('task_invalid', `The task is not valid JSON: ${jsonFault(text)}.`, {
        cause,
        log: String(cause),
      }),
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
      ...(document.conversion.metadata && { metadata: document.conversion.metadata }),
    },
    input: document.input.map(completeInput),
    ...(document.ordered && { ordered: true }),
    output: { store: document.output?.store ?? null },
  };
}

function completeInput(input: InputDocument): TaskInput {
  const { decrypt_password: password, ...others } = input.credentials ?? {};
  const common = {
    id: input.id ?? randomUUID(),
    source: input.source,
    filename: input.filename ?? null,
    ...(input.engine && { engine: input.engine }),
    ...(input.options && { options: input.options }),
    ...(input.max_size && { max_size: input.max_size }),
  };
  const opening = password ? { decrypt_password: password } : {};
  if (input.type !== 'cloud') return { ...common, type: 'remote', credentials: opening };
  return { ...common, type: 'cloud', parameters: input.parameters ?? {}, credentials: { ...others, ...opening } };
}

function toError(error: ErrorObject): ConversionError {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'the task';
  return new ConversionError('task_invalid', `Task: ${field} ${error.message ?? 'is not valid'}.`, {
    details: { field, rule: error.keyword },
  });
}
