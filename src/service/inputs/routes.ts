import Type from 'typebox';
import { inputDocument } from '../documents/from-rows.ts';
import { DecryptPassword, InputBody, InputDocument, InputPatch, InputsPatch } from '../documents/schemas.ts';
import { jobGuard } from '../http/auth.ts';
import { JobParams } from '../http/job-params.ts';
import { listOfJob, PageQuery } from '../http/paging.ts';
import { refuseOtherFields } from '../http/patch.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { addInputs, deleteInput, findInput, inputsOf, patchInput, patchInputs } from './inputs.ts';

const InputParams = Type.Object({ ...JobParams.properties, file_id: Type.String() });
const PATCH_RULES = { name: 'an input', patch: InputPatch, document: InputDocument };
const ITEM_RULES = { name: 'an input', patch: InputsPatch.items, document: InputDocument };
const CREDENTIALS_RULES = { name: 'the credentials of an input', patch: DecryptPassword, document: DecryptPassword };
const common = { tags: ['inputs'] };

/** The inputs of a job. They can be changed until it starts. */
export const inputRoutes: Routes = (server, context) => {
  const { onRequest, of, security } = jobGuard(context);

  server.get(
    '/v2/jobs/:job_id/input',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'List the inputs of a job',
        params: JobParams,
        querystring: PageQuery,
        response: { 200: Type.Array(InputDocument), ...refusals(...OF_JOB, 402) },
      },
    },
    async (request, reply) =>
      listOfJob(reply, await inputsOf(context.db, of(request).jobId), request.query.page).map(inputDocument),
  );

  server.post(
    '/v2/jobs/:job_id/input',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Add an input, or an array of them',
        params: JobParams,
        body: Type.Union([InputBody, Type.Array(InputBody, { minItems: 1, maxItems: 1000 })]),
        response: {
          201: Type.Union([InputDocument, Type.Array(Type.Object(InputDocument.properties))]),
          ...refusals(...OF_JOB, ...OF_BODY, 402, 409),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const rows = await addInputs(context, of(request).jobId, Array.isArray(body) ? body : [body]);
      const documents = rows.map(inputDocument);
      const [first] = documents;
      return reply.code(201).send(Array.isArray(body) || first === undefined ? documents : first);
    },
  );

  server.patch(
    '/v2/jobs/:job_id/input',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Replace the options of several inputs, or change their order',
        params: JobParams,
        body: InputsPatch,
        response: { 200: Type.Array(InputDocument), ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      for (const [index, patch] of request.body.entries()) {
        const read = async () => [inputDocument(await findInput(context.db, jobId, patch.id))];
        await refuseOtherFields(patch, ITEM_RULES, read, `${index}.`);
      }
      return listOfJob(reply, await patchInputs(context, jobId, request.body), undefined).map(inputDocument);
    },
  );

  server.get(
    '/v2/jobs/:job_id/input/:file_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Read an input',
        params: InputParams,
        response: { 200: InputDocument, ...refusals(...OF_JOB) },
      },
    },
    async (request) => inputDocument(await findInput(context.db, of(request).jobId, request.params.file_id)),
  );

  server.patch(
    '/v2/jobs/:job_id/input/:file_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Change the decrypt_password, the parameters or the position of an input',
        params: InputParams,
        body: InputPatch,
        response: { 200: InputDocument, ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request) => {
      const { jobId } = of(request);
      const { file_id: inputId } = request.params;
      const read = async () => [inputDocument(await findInput(context.db, jobId, inputId))];
      await refuseOtherFields(request.body, PATCH_RULES, read);
      const { credentials } = request.body;
      if (credentials && !Array.isArray(credentials)) {
        await refuseOtherFields(credentials, CREDENTIALS_RULES, async () => [], 'credentials.');
      }
      return inputDocument(await patchInput(context, jobId, inputId, request.body));
    },
  );

  server.delete(
    '/v2/jobs/:job_id/input/:file_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Remove an input and its file',
        params: InputParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request, reply) => {
      await deleteInput(context, of(request).jobId, request.params.file_id);
      return reply.code(204).send(null);
    },
  );
};
