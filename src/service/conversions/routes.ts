import Type from 'typebox';
import { conversionDocument } from '../documents/from-rows.ts';
import { ConversionBody, ConversionDocument, ConversionPatch } from '../documents/schemas.ts';
import { jobGuard } from '../http/auth.ts';
import { JobParams } from '../http/job-params.ts';
import { listOfJob, PageQuery } from '../http/paging.ts';
import { refuseOtherFields } from '../http/patch.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import {
  addConversions,
  conversionsOf,
  deleteConversion,
  type FullConversion,
  findConversion,
  patchConversion,
} from './conversions.ts';

const ConversionParams = Type.Object({ ...JobParams.properties, conversion_id: Type.String() });
const PATCH_RULES = { name: 'a conversion', patch: ConversionPatch, document: ConversionDocument };
const common = { tags: ['conversions'] };

/** The conversions of a job. They can be changed until it starts. */
export const conversionRoutes: Routes = (server, context) => {
  const { onRequest, of, security } = jobGuard(context);
  const { secrets, db } = context;
  const show = ({ row, targets }: FullConversion) => conversionDocument(row, targets, secrets);

  server.get(
    '/v2/jobs/:job_id/conversions',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'List the conversions of a job',
        params: JobParams,
        querystring: PageQuery,
        response: { 200: Type.Array(ConversionDocument), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const rows = await conversionsOf(db, of(request).jobId);
      return listOfJob(reply, rows, request.query.page).map(show);
    },
  );

  server.post(
    '/v2/jobs/:job_id/conversions',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Add a conversion, or an array of them',
        params: JobParams,
        body: Type.Union([ConversionBody, Type.Array(ConversionBody, { minItems: 1, maxItems: 100 })]),
        response: {
          201: Type.Union([ConversionDocument, Type.Array(Type.Object(ConversionDocument.properties))]),
          ...refusals(...OF_JOB, ...OF_BODY, 402, 409),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const rows = await addConversions(context, of(request).jobId, Array.isArray(body) ? body : [body]);
      const documents = rows.map(show);
      const [first] = documents;
      return reply.code(201).send(Array.isArray(body) || first === undefined ? documents : first);
    },
  );

  server.get(
    '/v2/jobs/:job_id/conversions/:conversion_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Read a conversion',
        params: ConversionParams,
        response: { 200: ConversionDocument, ...refusals(...OF_JOB) },
      },
    },
    async (request) => show(await findConversion(db, of(request).jobId, request.params.conversion_id)),
  );

  server.patch(
    '/v2/jobs/:job_id/conversions/:conversion_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Replace the options, the metadata or the output targets of a conversion',
        params: ConversionParams,
        body: ConversionPatch,
        response: { 200: ConversionDocument, ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request) => {
      const { conversion_id: conversionId } = request.params;
      await refuseOtherFields(request.body, PATCH_RULES, async () => [
        show(await findConversion(db, of(request).jobId, conversionId)),
      ]);
      return show(await patchConversion(context, of(request).jobId, conversionId, request.body));
    },
  );

  server.delete(
    '/v2/jobs/:job_id/conversions/:conversion_id',
    {
      onRequest,
      schema: {
        security,
        ...common,
        summary: 'Remove a conversion',
        params: ConversionParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request, reply) => {
      await deleteConversion(context, of(request).jobId, request.params.conversion_id);
      return reply.code(204).send(null);
    },
  );
};
