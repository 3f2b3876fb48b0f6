import Type from 'typebox';
import { isTaskFinal } from '../../model/states.ts';
import { jobGuard } from '../auth.ts';
import { threadDocument } from '../documents.ts';
import { JobParams } from '../job-scope.ts';
import { listOfJob, PageQuery } from '../paging.ts';
import { OF_JOB, refusals } from '../responses.ts';
import { ThreadDocument } from '../schemas.ts';
import type { Routes } from '../server.ts';

const ThreadsQuery = Type.Object({
  ...PageQuery.properties,
  all: Type.Optional(Type.Boolean({ description: 'Also those that have ended' })),
});

/** The threads of a job: one a conversion and input, or a conversion where it combines its inputs. */
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
