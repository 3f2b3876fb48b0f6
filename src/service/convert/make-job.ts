import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { CatalogEntry } from '../../catalog/index.ts';
import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { ConversionBody } from '../documents/conversion-schemas.ts';
import type { FullJob } from '../documents/from-rows.ts';
import { DecryptPassword, InputBody, JobBody } from '../documents/schemas.ts';
import type { PreparedInput } from '../inputs/prepare-inputs.ts';
import { requestedBy } from '../jobs/document-for.ts';
import { type IdempotentRequest, idempotentRequest } from '../jobs/idempotency.ts';
import { createPreparedJob } from '../jobs/jobs.ts';
import { refuseBeyondContract } from '../keys/limits.ts';
import type { RouteContext } from '../route-context.ts';
import { type CallFields, FieldCollector } from './fields.ts';
import { type CallInputs, collectInputs } from './inputs.ts';
import { readCall, wrongCall } from './read-request.ts';

/** Schema of `CallFields`; the same as in the schemas of a job and its input. */
const FieldsSchema = Type.Object({
  ...DecryptPassword.properties,
  callback: JobBody.properties.callback,
  metadata: ConversionBody.properties.metadata,
  output_target: ConversionBody.properties.output_target,
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
});

const InputSchema = Type.Object({ input: InputBody });

/** The client that asks. */
export interface Client {
  readonly key: ApiKeyRow;
  /** Header prefix of the client, if it is an alias. */
  readonly alias: string | null;
}

/**
 * Reads a request and makes the job that it asks for, which starts at once. All of it or nothing.
 * @returns the job, and whether an earlier request with the same `Idempotency-Key` had made it
 * @throws ServiceError 400, 402, 409, 413, 429; ConversionErrors for what the catalog refuses; ConversionError of the store
 */
export async function makeJob(
  context: RouteContext,
  { key, alias }: Client,
  entry: CatalogEntry,
  request: FastifyRequest,
): Promise<{ job: FullJob; replayed: boolean }> {
  // The client learns that the job cannot start before it sends a file, not after. A repeated request has started before.
  if (request.headers['idempotency-key'] === undefined) await refuseBusyKey(context, key);
  const received = await collectInputs(context, key.id, (input) => checked(InputSchema, { input }, request).input);
  try {
    const collected = new FieldCollector(entry);
    await readCall(request, received, collected);
    const fields = collected.fields();
    checked(FieldsSchema, fields, request);
    const inputs = describedInputs(received, fields);
    const { options, metadata, callback, output_target = null } = fields;
    const { category, target } = entry;
    const body = {
      conversion: [
        {
          category,
          target,
          options,
          ...(metadata && { metadata }),
          output_target: output_target && [...output_target],
        },
      ],
      callback: callback ?? null,
      process: true,
    };
    return await createPreparedJob(
      context,
      key,
      body,
      { inputs, discard: received.discard },
      { ...requestedBy(alias, request, context), idempotent: repeatable(request, body, inputs) },
    );
  } catch (error) {
    await received.discard();
    throw error;
  }
}

/** Throws ServiceError 402, 429 if the contract of the key does not let one more job start. */
async function refuseBusyKey({ db, config, now }: ServiceContext, { id }: ApiKeyRow): Promise<void> {
  const { contracts } = config;
  await db
    .transaction()
    .execute((transact) => refuseBeyondContract(transact, { key_id: id }, 1, { contracts, now: now() }));
}

/** Throws the error that Fastify throws for a body that does not match its schema. */
function checked<Schema extends TSchema>(schema: Schema, value: unknown, request: FastifyRequest): Static<Schema> {
  const validate = request.compileValidationSchema(schema, 'body');
  if (validate(value)) return value as Static<Schema>;
  throw Object.assign(new Error('The fields are not valid.'), {
    validation: validate.errors,
    validationContext: 'body',
  });
}

/** Returns the inputs with their fields, which may follow the files in the request. Throws ServiceError 400. */
function describedInputs({ inputs }: CallInputs, { decrypt_password, filename }: CallFields): PreparedInput[] {
  if (inputs.length === 0) throw wrongCall('has neither a file nor an address');
  if (filename !== undefined && inputs.length > 1) {
    throw wrongCall('has a filename for several files; give each its own, with curl as -F "file=@NAME;filename=OTHER"');
  }
  return inputs.map(({ id, body, content }) => ({
    id,
    body: {
      ...body,
      ...(filename !== undefined && { filename }),
      ...(decrypt_password !== undefined && { credentials: { ...credentialsOf(body), decrypt_password } }),
    },
    content: { ...content, ...(filename !== undefined && { filename: safeFilename(filename) }) },
  }));
}

const credentialsOf = ({ credentials }: InputBody) => (Array.isArray(credentials) ? {} : credentials);

/** A request is the same if it asks for the same conversion of the same bytes, however they are sent. Throws ServiceError 400. */
function repeatable(request: FastifyRequest, body: object, inputs: readonly PreparedInput[]): IdempotentRequest | null {
  const files = inputs.map(({ body: described, content: { filename, hash, size } }) => {
    return { ...described, filename: filename ?? described.filename, hash, size };
  });
  return idempotentRequest(request.headers['idempotency-key'], { convert: body, files });
}
