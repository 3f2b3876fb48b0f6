import Type from 'typebox';
import { historyDocument } from '../documents/from-rows.ts';
import { HistoryDocument, JobBody, JobDocument, JobPatch } from '../documents/schemas.ts';
import { noSuchJob } from '../errors.ts';
import { jobGuard, keyGuard, keyOrTokenGuard } from '../http/auth.ts';
import { emptyBodyAsObject, JobParams } from '../http/job-params.ts';
import { listOfJob, PageQuery, setCount } from '../http/paging.ts';
import { refuseOtherFields } from '../http/patch.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { sendJson, serializerOf } from '../http/send-json.ts';
import { cancelJob } from './cancel-job.ts';
import { documentFor, readerFor, requestedBy } from './document-for.ts';
import { idempotentRequest } from './idempotency.ts';
import { jobLists } from './job-lists.ts';
import { createJob, historyOf, patchJob } from './jobs.ts';
import { loadJob } from './load-job.ts';

const JobsQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.String({ description: 'Only jobs with this status' })),
});

/** Creates, lists, reads, changes, starts and cancels jobs, and shows their history. */
export const jobRoutes: Routes = (server, context) => {
  const byKey = keyGuard(context);
  const byAny = keyOrTokenGuard(context);
  const byJob = jobGuard(context);
  const lists = jobLists(context);

  server.post(
    '/v2/jobs',
    {
      onRequest: byKey.onRequest,
      preValidation: emptyBodyAsObject,
      schema: {
        security: byKey.security,
        summary: 'Create a job',
        tags: ['jobs'],
        body: JobBody,
        response: { 201: JobDocument, 204: Type.Null(), ...refusals(401, 402, 409, ...OF_BODY) },
      },
    },
    async (request, reply) => {
      const { key, alias } = byKey.of(request);
      if (Object.keys(request.body).length === 0) return reply.code(204).send(null);
      const idempotent = idempotentRequest(request.headers['idempotency-key'], request.body);
      const { job, replayed } = await createJob(context, key, request.body, {
        ...requestedBy(alias, request, context),
        idempotent,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(documentFor(job, alias, request, context));
    },
  );

  server.get(
    '/v2/jobs',
    {
      onRequest: byAny.onRequest,
      schema: {
        security: byAny.security,
        summary: 'List jobs',
        tags: ['jobs'],
        querystring: JobsQuery,
        response: { 200: Type.Array(JobDocument), 204: Type.Null(), ...refusals(401) },
      },
    },
    async (request, reply) => {
      const who = byAny.of(request);
      const { status = null, page } = request.query;
      const list = await lists.page(who.kind === 'key' ? { keyId: who.key.id } : { jobId: who.job.id }, {
        status,
        page,
      });
      setCount(reply, list.count);
      if (list.count === 0) return reply.code(204).send(null);
      const serialize = serializerOf(reply);
      const ofList = (document: unknown) => serialize([document]).slice(1, -1);
      return sendJson(reply, await lists.text(list, readerFor(who, request, context, ofList)));
    },
  );

  server.get(
    '/v2/jobs/:job_id',
    {
      onRequest: byJob.onRequest,
      schema: {
        security: byJob.security,
        summary: 'Read a job',
        tags: ['jobs'],
        params: JobParams,
        response: { 200: JobDocument, ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const asker = byJob.of(request);
      const reader = readerFor(asker, request, context, serializerOf(reply));
      const text = await context.shown.text(asker.job, reader);
      if (text === null) throw noSuchJob();
      return sendJson(reply, text);
    },
  );

  server.patch(
    '/v2/jobs/:job_id',
    {
      onRequest: byJob.onRequest,
      preValidation: emptyBodyAsObject,
      schema: {
        security: byJob.security,
        summary: 'Change or start a job',
        tags: ['jobs'],
        params: JobParams,
        body: JobPatch,
        response: { 200: JobDocument, ...refusals(...OF_JOB, ...OF_BODY, 402, 409) },
      },
    },
    async (request) => {
      const { jobId, alias } = byJob.of(request);
      await refuseOtherFields(request.body, { name: 'a job', patch: JobPatch, document: JobDocument }, async () => {
        const job = await loadJob(context.db, jobId, context.config.contracts);
        return job === null ? [] : [documentFor(job, alias, request, context)];
      });
      return documentFor(await patchJob(context, jobId, request.body), alias, request, context);
    },
  );

  server.delete(
    '/v2/jobs/:job_id',
    {
      onRequest: byJob.onRequest,
      schema: {
        security: byJob.security,
        summary: 'Cancel a job',
        tags: ['jobs'],
        params: JobParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY, 409) },
      },
    },
    async (request, reply) => {
      await cancelJob(context, byJob.of(request).jobId);
      return reply.code(204).send(null);
    },
  );

  server.get(
    '/v2/jobs/:job_id/history',
    {
      onRequest: byJob.onRequest,
      schema: {
        security: byJob.security,
        summary: 'List the statuses that a job has had',
        tags: ['jobs'],
        params: JobParams,
        querystring: PageQuery,
        response: { 200: Type.Array(HistoryDocument), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const rows = await historyOf(context, byJob.of(request).jobId);
      return listOfJob(reply, rows, request.query.page).map(historyDocument);
    },
  );
};
