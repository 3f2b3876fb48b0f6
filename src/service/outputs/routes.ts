import Type from 'typebox';
import { attachment } from '../../files/fetch/content-disposition.ts';
import { fromJson } from '../database/columns.ts';
import { outputDocument } from '../documents/from-rows.ts';
import { OutputDocument, OutputPatch } from '../documents/schemas.ts';
import { FreeObject } from '../documents/shapes.ts';
import { ServiceError } from '../errors.ts';
import { jobGuard } from '../http/auth.ts';
import { emptyBodyAsObject, JobParams } from '../http/job-params.ts';
import { linkBase } from '../http/link-base.ts';
import { listOfJob, PageQuery } from '../http/paging.ts';
import { refuseOtherFields } from '../http/patch.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { deleteOutput, findOutput, NO_RECEIPT, outputsOf, patchOutput, patchOutputs } from './outputs.ts';

const OutputParams = Type.Object({ ...JobParams.properties, file_id: Type.String() });
const OutputsQuery = Type.Object({
  ...PageQuery.properties,
  conversion_id: Type.Optional(Type.String({ description: 'Only those of this conversion' })),
  input_id: Type.Optional(Type.String({ description: 'Only those made of this input' })),
});
const PATCH_RULES = { name: 'an output', patch: OutputPatch, document: OutputDocument };
const common = { tags: ['outputs'] };

/** The outputs of a job, from the first one to their expiry. */
export const outputRoutes: Routes = (server, context) => {
  const { onRequest, of, security } = jobGuard(context);
  const { db } = context;

  server.get(
    '/v2/jobs/:job_id/output',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'List the outputs of a job',
        params: JobParams,
        querystring: OutputsQuery,
        response: { 200: Type.Array(OutputDocument), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const { conversion_id: conversionId, input_id: inputId, page } = request.query;
      const documents = (await outputsOf(db, of(request).jobId)).map((row) =>
        outputDocument(row, linkBase(request, context)),
      );
      const wanted = documents.filter(
        ({ source }) =>
          (conversionId === undefined || source.conversion === conversionId) &&
          (inputId === undefined || source.input.includes(inputId)),
      );
      return listOfJob(reply, wanted, page);
    },
  );

  server.patch(
    '/v2/jobs/:job_id/output',
    {
      onRequest,
      preValidation: emptyBodyAsObject,
      schema: {
        security,
        ...common,
        summary: 'Change the name or the password of all outputs',
        params: JobParams,
        body: OutputPatch,
        response: { 200: Type.Array(OutputDocument), ...refusals(...OF_JOB, ...OF_BODY, 409) },
      },
    },
    async (request, reply) => {
      await refuseOtherFields(request.body, PATCH_RULES, async () =>
        (await outputsOf(db, of(request).jobId)).map((row) => outputDocument(row, linkBase(request, context))),
      );
      const rows = await patchOutputs(context, of(request).jobId, request.body);
      return listOfJob(reply, rows, undefined).map((row) => outputDocument(row, linkBase(request, context)));
    },
  );

  server.get(
    '/v2/jobs/:job_id/output/:file_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Read an output',
        params: OutputParams,
        response: { 200: OutputDocument, ...refusals(...OF_JOB) },
      },
    },
    async (request) =>
      outputDocument(await findOutput(db, of(request).jobId, request.params.file_id), linkBase(request, context)),
  );

  server.get(
    '/v2/jobs/:job_id/output/:file_id/receipt',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Download the receipt of an output',
        params: OutputParams,
        response: { 200: FreeObject('The receipt, by the schema of docs/receipts.md'), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const row = await findOutput(db, of(request).jobId, request.params.file_id);
      if (row.receipt === null) throw new ServiceError('no_such_receipt', NO_RECEIPT);
      const disposition = attachment(`${row.filename}.receipt.json`);
      return reply.header('content-disposition', disposition).send(fromJson(row.receipt));
    },
  );

  server.patch(
    '/v2/jobs/:job_id/output/:file_id',
    {
      onRequest,
      preValidation: emptyBodyAsObject,
      schema: {
        security,
        ...common,
        summary: 'Change the name or the password of an output',
        params: OutputParams,
        body: OutputPatch,
        response: { 200: OutputDocument, ...refusals(...OF_JOB, ...OF_BODY, 409) },
      },
    },
    async (request) => {
      const { file_id: outputId } = request.params;
      await refuseOtherFields(request.body, PATCH_RULES, async () => [
        outputDocument(await findOutput(db, of(request).jobId, outputId), linkBase(request, context)),
      ]);
      return outputDocument(
        await patchOutput(context, of(request).jobId, outputId, request.body),
        linkBase(request, context),
      );
    },
  );

  server.delete(
    '/v2/jobs/:job_id/output/:file_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Remove an output and its file',
        params: OutputParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY) },
      },
    },
    async (request, reply) => {
      await deleteOutput(context, of(request).jobId, request.params.file_id);
      return reply.code(204).send(null);
    },
  );
};
