import Type from 'typebox';
import { threadDocument } from '../documents/from-rows.ts';
import { ThreadDocument } from '../documents/schemas.ts';
import { jobGuard } from '../http/auth.ts';
import { JobParams } from '../http/job-params.ts';
import { listOfJob, PageQuery } from '../http/paging.ts';
import { OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { isTaskFinal } from '../states.ts';

const ThreadsQuery = Type.Object({
  ...PageQuery.properties,
  all: Type.Optional(Type.Boolean({ description: 'Also those that have ended' })),
});

/** Shows the threads of a job: one per conversion and input, or one per conversion if it combines its inputs. */
export const threadRoutes: Routes = (server, context) => {
  const { onRequest, of, security } = jobGuard(context);

  server.get(
    '/v2/jobs/:job_id/threads',
    {
      onRequest,
      schema: {
        security,
        summary: 'List the threads of a job that wait or run',
        tags: ['jobs'],
        params: JobParams,
        querystring: ThreadsQuery,
        response: { 200: Type.Array(ThreadDocument), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const { all = false, page } = request.query;
      const rows = await context.db
        .selectFrom('tasks')
        .selectAll()
        .where('job_id', '=', of(request).jobId)
        .orderBy('position')
        .execute();
      const wanted = rows.filter(({ state }) => all || !isTaskFinal(state));
      return listOfJob(reply, wanted, page).map(threadDocument);
    },
  );
};
