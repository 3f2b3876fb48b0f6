import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { watchClient } from '../convert/abandoned.ts';
import { type CallInputs, collectInputs } from '../convert/inputs.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { refuseEncoded } from '../http/encoding.ts';
import { linkBase } from '../http/link-base.ts';
import type { Routes, Server } from '../http/routes.ts';
import type { RouteContext } from '../route-context.ts';
import { readBodiesAsTheyCome } from '../uploads/raw-bodies.ts';
import { gotenbergGuard } from './access.ts';
import { fileHeaders, readingsOf, resultOf } from './answer.ts';
import { Background } from './background.ts';
import { answerOf, type Subject } from './errors.ts';
import { downloadFiles } from './form/download-from.ts';
import { headerText, plainFilename } from './form/filenames.ts';
import type { Form } from './form/form.ts';
import { readForm } from './form/read-form.ts';
import { OutboundClient } from './outbound.ts';
import { AROUND_PAGES, type Texts } from './plan/chromium.ts';
import { Refusal } from './refusal.ts';
import { FORM_ROUTES, type FormRoute } from './routes.ts';
import { Abandoned, Jobs } from './run/jobs.ts';
import { type Made, runPlan } from './run/run-plan.ts';
import { storedFiles } from './run/stored-files.ts';
import { statusRoutes } from './status.ts';
import { TRACE_HEADER, traceOf, traceparentOf } from './trace.ts';
import { type Delivery, readWebhooks, WebhookSender, type Webhooks } from './webhooks.ts';

/** Gotenberg's interface, if the installation has it. */
export const gotenbergRoutes: Routes = (server, context) => {
  const { gotenberg } = context.config;
  if (gotenberg === null) return;
  const guard = gotenbergGuard(context);
  const plugin: Plugin = {
    context,
    background: new Background(context.log),
    client: new OutboundClient(context.config.allowedAddresses),
    subjects: new WeakMap(),
  };
  // Runs before the server waits for requests to end.
  server.addHook('preClose', () => plugin.background.stop());
  server.register(async (scope: Server) => {
    readBodiesAsTheyCome(scope);
    await scope.register(multipart);
    scope.addHook('onRequest', async (request, reply) => {
      reply.header(TRACE_HEADER, traceOf(request));
    });
    // By the id that clients give a request, its course can be followed in the log.
    scope.addHook('onResponse', async (request, reply) => {
      const facts = { route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
      if (request.method === 'POST') context.log.info({ correlation_id: traceOf(request), ...facts }, 'form answered');
    });
    answerErrors(scope, plugin, gotenberg.needsKey);
    statusRoutes(scope, context, guard.onRequest);
    for (const route of FORM_ROUTES) {
      scope.post(
        route.path,
        {
          onRequest: guard.onRequest,
          config: { slowBody: true, basicKey: gotenberg.needsKey },
          schema: { hide: true },
        },
        (request, reply) => answerForm(plugin, route, { key: guard.of(request), request, reply }),
      );
    }
  });
};

/** What all requests share. */
interface Plugin {
  readonly context: RouteContext;
  readonly background: Background;
  readonly client: OutboundClient;
  /** What requests are about, once their forms are read. */
  readonly subjects: WeakMap<FastifyRequest, Subject>;
}

interface Call {
  readonly key: ApiKeyRow;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function answerErrors(scope: Server, { context, subjects }: Plugin, needsKey: boolean): void {
  scope.setErrorHandler((error, request, reply) => {
    const { status, message, headers } = answerOf(error, subjects.get(request) ?? null);
    if (status >= 500) {
      context.log.error({ err: error, request_id: request.id, route: request.routeOptions.url }, 'request failed');
    }
    if (status === 401 && needsKey) reply.header('www-authenticate', 'Basic realm="convertd"');
    return reply.code(status).headers(headers).header('content-type', 'text/plain; charset=UTF-8').send(message);
  });
}

async function answerForm(plugin: Plugin, route: FormRoute, call: Call): Promise<FastifyReply> {
  const { context, background, subjects } = plugin;
  const { key, request, reply } = call;
  refuseEncoded(request.headers);
  const waiting = watchClient(reply);
  const signal = AbortSignal.any([waiting.gone, background.stopping]);
  const received = await collectInputs(context, key.id, () => {
    throw new Error('a form describes no inputs');
  });
  let isDetached = false;
  try {
    const { form, webhooks } = await readCall(plugin, call, { received, signal });
    const subject = { form, isOffice: route.isOffice === true };
    subjects.set(request, subject);
    if (webhooks !== null) {
      isDetached = true;
      background.start(() => reportLater(plugin, route, call, { received, form, webhooks, subject }));
      waiting.answering();
      return await reply.code(204).send();
    }
    const jobs = jobsOf(plugin, call, signal);
    // Files are read while they are sent.
    reply.raw.once('close', () => background.start(() => jobs.expire()));
    const made = await makeFiles(plugin, route, call, { received, form, jobs });
    waiting.answering();
    return await sendMade(plugin, route, call, made);
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
    if (waiting.gone.aborted) return reply.hijack();
    throw new Refusal(503, 'The service stops.');
  } finally {
    if (!isDetached) await received.discard();
  }
}

interface Received {
  readonly received: CallInputs;
  readonly signal: AbortSignal;
}

async function readCall(
  { client }: Plugin,
  { request }: Call,
  { received, signal }: Received,
): Promise<{ form: Form; webhooks: Webhooks | null }> {
  const form = await readForm(request, received);
  const headers = { [TRACE_HEADER.toLowerCase()]: traceOf(request) };
  await downloadFiles(form, { client, inputs: received, headers, signal });
  return { form, webhooks: readWebhooks(request.headers) };
}

function jobsOf({ context }: Plugin, { key, request }: Call, signal: AbortSignal): Jobs {
  return new Jobs(context, {
    key,
    request: { statusFormat: 'string', alias: null, idempotent: null, baseUrl: linkBase(request, context) },
    signal,
    deadline: context.now() + context.config.convertWaitMs,
  });
}

interface Work {
  readonly received: CallInputs;
  readonly form: Form;
  readonly jobs: Jobs;
}

async function makeFiles(
  { context }: Plugin,
  route: FormRoute,
  { key, request }: Call,
  { received, form, jobs }: Work,
): Promise<readonly Made[]> {
  const stored = storedFiles(context.files, received);
  const texts = new Map<string, string>();
  for (const name of Object.values(AROUND_PAGES)) {
    const file = form.fileNamed(name);
    if (file !== undefined && route.path.startsWith('/forms/chromium/convert/'))
      texts.set(name, await stored.text(file));
  }
  const plan = route.plan(form, texts satisfies Texts, outputNameOf(request));
  return runPlan(plan, { context, keyId: key.id, jobs, stored });
}

async function sendMade(
  { context }: Plugin,
  { reading }: FormRoute,
  call: Call,
  made: readonly Made[],
): Promise<FastifyReply> {
  const { reply, request } = call;
  if (reading !== undefined) {
    const readings = await readingsOf(context, made, reading);
    return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(readings)));
  }
  const file = resultOf(context, made, outputNameOf(request));
  return reply.headers(fileHeaders(file)).send(await file.open());
}

/** Runs a request whose client does not wait, and reports to its webhooks. */
async function reportLater(
  plugin: Plugin,
  route: FormRoute,
  call: Call,
  { received, form, webhooks, subject }: Pick<Work, 'received' | 'form'> & { webhooks: Webhooks; subject: Subject },
): Promise<void> {
  const { context, background, client } = plugin;
  const { request } = call;
  const signal = background.stopping;
  const delivery: Delivery = { trace: traceOf(request), traceparent: traceparentOf(request), signal };
  const sender = new WebhookSender(client, context.log);
  const jobs = jobsOf(plugin, call, signal);
  try {
    if (route.reading !== undefined) throw noOutputFiles();
    const made = await makeFiles(plugin, route, call, { received, form, jobs });
    await sender.sendFile(webhooks, resultOf(context, made, outputNameOf(request)), delivery);
  } catch (error) {
    await sender.sendError(webhooks, answerOf(error, subject), delivery);
  } finally {
    await jobs.expire();
    await received.discard();
  }
}

const noOutputFiles = () =>
  new Refusal(400, 'The webhook middleware can only work with multipart/form-data routes that results in output files');

/** Returns the name that the client wants for the file, without an extension. */
function outputNameOf({ headers }: FastifyRequest): string | null {
  const name = headers['gotenberg-output-filename'];
  return (typeof name === 'string' && plainFilename(headerText(name))) || null;
}
