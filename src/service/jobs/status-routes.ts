import Type from 'typebox';
import { StatusObject } from '../documents/schemas.ts';
import { keepable, PUBLIC_FOR_MINUTES } from '../http/cacheable.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { JOB_STATUSES, STATUS_INFO } from '../states.ts';

/** Shows everyone the statuses that a job can have. */
export const statusRoutes: Routes = (server) => {
  const statuses = JOB_STATUSES.map((code) => ({ code, info: STATUS_INFO[code] }));
  const body = JSON.stringify(statuses);
  server.get(
    '/v2/statuses',
    {
      schema: {
        summary: 'List the statuses of jobs',
        tags: ['catalog'],
        response: { 200: Type.Array(StatusObject), 304: Type.Null(), ...refusals() },
      },
    },
    async (request, reply) => {
      reply.header('x-count', statuses.length);
      if (keepable(request, reply, body, PUBLIC_FOR_MINUTES)) return reply.code(304).send(null);
      return statuses;
    },
  );
};
