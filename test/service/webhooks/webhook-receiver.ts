import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import {
  CALLBACK_LIMITS,
  type CallbackContext,
  type CallbackLimits,
  startCallbacks,
} from '../../../src/service/webhooks/sender.ts';
import { serve, type TestServer } from '../../files/helpers/server.ts';
import { patience } from '../../support/slowness.ts';
import type { Json, TestService } from '../support.ts';
import { makeJob, outputOf } from '../support.ts';

export interface Delivery {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  /** The parsed body. */
  readonly job: Json;
}

export interface Receiver {
  readonly url: string;
  readonly server: TestServer;
  /** Deliveries in the order of arrival. */
  readonly deliveries: Delivery[];
}

export type AnswerDelivery = (response: ServerResponse, delivery: Delivery, count: number) => void;

/** Reads each delivery completely before it answers. */
export async function receiver(answer: AnswerDelivery): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = await serve((request, response) => {
    void take(request).then((delivery) => {
      deliveries.push(delivery);
      answer(response, delivery, deliveries.length);
    });
  });
  return { url: `${server.url}/hook?a=b`, server, deliveries };
}

async function take(request: IncomingMessage): Promise<Delivery> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const { url = '', method = '', headers } = request;
  return { at: Date.now(), url, method, headers, raw, job: JSON.parse(raw.toString()) };
}

/** Answers only with a status. */
export const status =
  (code: number, headers: Record<string, string> = {}): AnswerDelivery =>
  (response) =>
    void response.writeHead(code, headers).end();

/** Runs the sender of a service in real time until the test ends. */
export function send(
  { context }: TestService,
  limits: Partial<CallbackLimits> = {},
  changes: Partial<CallbackContext> = {},
): ReturnType<typeof startCallbacks> {
  const sender = startCallbacks(
    { ...context, now: () => Date.now(), ...changes },
    { ...CALLBACK_LIMITS, firstAnswerMs: patience(5000), laterAnswerMs: patience(5000), pollMs: 20, ...limits },
  );
  onTestFinished(() => sender.stop());
  return sender;
}

/** Makes a job that has completed with one output. */
export async function completedJob(
  service: TestService,
  key: string,
  callback: string,
  body: Record<string, unknown> = {},
): Promise<string> {
  const job = await makeJob(service, key, { callback, ...body });
  await complete(service, job.id);
  return job.id;
}

/** Lets the tasks of a job begin and complete. */
export async function complete(service: TestService, jobId: string): Promise<void> {
  for (const task of await service.tasks(jobId)) {
    await service.report(task, { progress: 50 });
    const output = [outputOf(task, 'talk.mp3')];
    await service.report(task, { status: 'completed', progress: 100, sequence: 2, output });
  }
}

/** Returns the current callbacks of a job, in order. */
export const callbacksOf = ({ context }: TestService, jobId: string) =>
  context.db.selectFrom('callbacks').selectAll().where('job_id', '=', jobId).orderBy('position').execute();
