import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type CatalogEntry, requireEntry, resolveTarget } from '../../catalog/index.ts';
import { requireOffered } from '../../runner/engines.ts';
import { CATALOG_REQUEST } from '../conversions/conversions.ts';
import { JobDocument } from '../documents/schemas.ts';
import { noSuchJob } from '../errors.ts';
import { keyGuard } from '../http/auth.ts';
import { refuseEncoded } from '../http/encoding.ts';
import { linkBase } from '../http/link-base.ts';
import { OF_BODY, refusals } from '../http/responses.ts';
import type { Routes, Server } from '../http/routes.ts';
import { documentFor } from '../jobs/document-for.ts';
import { loadJob } from '../jobs/load-job.ts';
import type { RouteContext } from '../route-context.ts';
import { isFinal } from '../states.ts';
import { readBodiesAsTheyCome } from '../uploads/raw-bodies.ts';
import { cancelAbandoned, watchClient } from './abandoned.ts';
import { sendOutputs } from './answer.ts';
import { type Client, makeJob } from './make-job.ts';
import { appliedPreferences, readPreferences, waitingTime } from './prefer.ts';

const Query = Type.Object(
  {
    filename: Type.Optional(Type.String({ maxLength: 1024, description: 'Name of the one file' })),
    options: Type.Optional(Type.String({ description: 'Options of the target, as JSON' })),
  },
  { description: 'Any other name is an option of the target' },
);
const TargetParams = Type.Object({ target: Type.String() });
const CategoryParams = Type.Object({ category: Type.String(), target: Type.String() });

/** Limit for the fields of a form with addresses only, bytes. */
const FORM_LIMIT = 1024 ** 2;

/** Converts files in one request, which makes a job, waits for it and downloads the result. */
export const convertRoutes: Routes = (server, context) => {
  // Runs before the server waits for requests to end.
  server.addHook('preClose', () => context.jobEnds.stop());
  server.register(async (scope: Server) => {
    readBodiesAsTheyCome(scope);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, String(body)),
    );
    await scope.register(multipart);
    const { onRequest, of, security } = keyGuard(context);
    const options = {
      config: { slowBody: true },
      onRequest,
    };
    const schema = {
      security,
      tags: ['convert'],
      querystring: Query,
      response: { 200: Type.Unknown(), 202: JobDocument, ...refusals(401, 402, 404, 409, 410, ...OF_BODY, 422, 504) },
    };
    const answer = async (request: FastifyRequest, reply: FastifyReply, entry: CatalogEntry) => {
      requireOffered(entry.category);
      refuseEncoded(request.headers);
      return convert(context, of(request), entry, request, reply);
    };
    scope.post(
      '/v2/convert/:target',
      { ...options, schema: { ...schema, summary: 'Convert in one call', params: TargetParams } },
      (request, reply) => answer(request, reply, resolveTarget(request.params.target, CATALOG_REQUEST)),
    );
    scope.post(
      '/v2/convert/:category/:target',
      {
        ...options,
        schema: { ...schema, summary: 'Convert in one call, by a target of this category', params: CategoryParams },
      },
      (request, reply) => answer(request, reply, requireEntry(request.params.category, request.params.target)),
    );
  });
};

async function convert(
  context: RouteContext,
  client: Client,
  entry: CatalogEntry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { config, db, jobEnds } = context;
  const preferences = readPreferences(request.headers.prefer);
  const waiting = watchClient(reply);
  const { job, replayed } = await makeJob(context, client, entry, request);
  const { id } = job.job;
  const address = `${linkBase(request, context)}/v2/jobs/${id}`;
  reply.headers({ 'x-svc-job-id': id, link: `<${address}>; rel="describedby"` });
  if (replayed) reply.header('idempotent-replayed', 'true');

  const ms = waitingTime(preferences, config.convertWaitMs);
  if (ms > 0) await jobEnds.wait(id, { ms, signal: waiting.gone });
  if (waiting.gone.aborted) {
    await cancelAbandoned(context, id, request, preferences);
    return reply.hijack();
  }
  waiting.answering();
  const full = await loadJob(db, id, config.contracts);
  if (full === null) throw noSuchJob();
  const isAsync = !isFinal(full.job.status);
  const applied = appliedPreferences(preferences, config.convertWaitMs, isAsync);
  if (applied !== null) reply.header('preference-applied', applied);
  if (!isAsync) return sendOutputs(context, reply, full);
  return reply
    .code(202)
    .header('location', address)
    .send(documentFor(full, client.alias, request, context));
}
