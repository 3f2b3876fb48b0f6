import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { FullJob } from '../documents/from-rows.ts';
import { jobGuard, keyOrTokenGuard } from '../http/auth.ts';
import { JobParams } from '../http/job-params.ts';
import { OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { documentFor } from '../jobs/document-for.ts';
import { isFinal } from '../states.ts';
import { EVENT_STREAM_HEADERS, type EventStream, openEventStream } from './event-stream.ts';
import { firstJobs, listEventId, readListEventId } from './first-jobs.ts';
import { follow } from './follow.ts';
import { jobEventId, openFeed, readJobEventId } from './job-feed.ts';

/** Sends changes of jobs as server-sent events. */
export const liveRoutes: Routes = (server, context) => {
  const byJob = jobGuard(context);
  const byAny = keyOrTokenGuard(context);
  // Streams last forever, but a server closes only when the last request has ended.
  server.addHook('preClose', () => context.changes.stop());

  server.get(
    '/v2/jobs/:job_id/events',
    {
      exposeHeadRoute: false,
      onRequest: byJob.onRequest,
      schema: {
        security: byJob.security,
        summary: 'Watch a job',
        tags: ['jobs'],
        params: JobParams,
        response: { 200: Type.Unknown(), 204: Type.Null(), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const { jobId, alias } = byJob.of(request);
      const stream = openEventStream();
      const shown = (job: FullJob) => documentFor(job, alias, request, context);
      const before = readJobEventId(lastEventId(request));
      const sentBefore = before === undefined ? [] : ([[jobId, before]] as const);
      const feed = openFeed(context, stream, { shown, idOf: jobEventId }, new Map(sentBefore));
      /** Ends the stream with the job. */
      const look = async () => {
        const [job] = await feed.sendJobs([jobId]);
        if (job !== undefined && !isFinal(job.status)) return true;
        stream.send('end', {});
        stream.end();
        return job?.isNew === true;
      };
      // A client that has seen the end of the job has reconnected automatically, as EventSource does: 204 makes it stop.
      if (!(await look())) return reply.code(204).send(null);
      follow(context, stream, {
        scope: { jobId },
        guard: byJob,
        request,
        send: async () => void (await look()),
      });
      return sendStream(reply, stream);
    },
  );

  server.get(
    '/v2/jobs/events',
    {
      exposeHeadRoute: false,
      onRequest: byAny.onRequest,
      schema: {
        security: byAny.security,
        summary: 'Watch all jobs',
        tags: ['jobs'],
        response: { 200: Type.Unknown(), ...refusals(401) },
      },
    },
    async (request, reply) => {
      const who = byAny.of(request);
      const scope = who.kind === 'key' ? { keyId: who.key.id } : { jobId: who.job.id };
      const since = readListEventId(lastEventId(request));
      const stream = openEventStream();
      const shown = (job: FullJob) => documentFor(job, who.alias, request, context);
      const feed = openFeed(context, stream, { shown, idOf: () => listEventId(context.now()) });
      follow(context, stream, {
        scope,
        first: await firstJobs(context.db, scope, since),
        guard: byAny,
        request,
        send: async (ids) => void (await feed.sendJobs(ids)),
      });
      return sendStream(reply, stream);
    },
  );
};

const lastEventId = ({ headers }: FastifyRequest): string | undefined => headers['last-event-id']?.toString();

const sendStream = (reply: FastifyReply, { body }: EventStream): FastifyReply =>
  reply.headers(EVENT_STREAM_HEADERS).send(body);
