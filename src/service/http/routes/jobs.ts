import Type from 'typebox';
import { createJob } from '../../model/jobs.ts';
import { loadJob } from '../../model/load-job.ts';
import { noSuchJob, requireJob, requireKey } from '../auth.ts';
import { jobDocument } from '../documents.ts';
import { ErrorBody, JobBody, JobDocument } from '../schemas.ts';
import type { Routes } from '../server.ts';

const JobParams = Type.Object({ job_id: Type.String() });

/** Jobs: create, read. */
export const jobRoutes: Routes = (server, context) => {
  server.post(
    '/v2/jobs',
    {
      schema: {
        summary: 'Create a job',
        tags: ['jobs'],
        body: Type.Union([JobBody, Type.Undefined()]),
        response: { 201: JobDocument, 204: Type.Null(), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { key, viaAlias } = await requireKey(request.headers, context);
      if (request.body === undefined || Object.keys(request.body).length === 0) return reply.code(204).send(null);
      const statusFormat = viaAlias ? 'object' : context.config.statusFormat;
      const job = await createJob(context, key, request.body, { statusFormat });
      return reply
        .code(201)
        .send(jobDocument(job, statusFormat, { secrets: context.secrets, publicUrl: context.publicUrl() }));
    },
  );

  server.get(
    '/v2/jobs/:job_id',
    {
      schema: {
        summary: 'Read a job',
        tags: ['jobs'],
        params: JobParams,
        response: { 200: JobDocument, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { jobId, viaAlias } = await requireJob(request.headers, request.params.job_id, context);
      const job = await loadJob(context.db, jobId);
      if (job === null) throw noSuchJob();
      const format = viaAlias ? 'object' : job.job.status_format;
      return jobDocument(job, format, { secrets: context.secrets, publicUrl: context.publicUrl() });
    },
  );
};
