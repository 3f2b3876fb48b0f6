import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../../telemetry/log.ts';
import { fileHeaders, type ResultFile } from './answer.ts';
import type { Answer } from './errors.ts';
import { isObject, jsonProblem } from './form/go-json.ts';
import { type Outbound, type OutboundClient, webUrl } from './outbound.ts';
import { Refusal } from './refusal.ts';
import { TRACE_HEADER } from './trace.ts';

/** Addresses that a request without an answer reports to. */
export interface Webhooks {
  readonly url: URL;
  readonly method: Method;
  readonly errorUrl: URL | null;
  readonly errorMethod: Method;
  readonly eventsUrl: URL | null;
  /** Sent with everything. */
  readonly headers: Readonly<Record<string, string>>;
}

type Method = Outbound['method'];

const PREFIX = 'Gotenberg-Webhook';

/** Reads the headers of a request. Null: it waits for its answer. Throws Refusal 400, 403. */
export function readWebhooks(headers: IncomingHttpHeaders): Webhooks | null {
  const of = (name: string) => String(headers[`${PREFIX}-${name}`.toLowerCase()] ?? '');
  if (of('Url') === '') return null;
  if (of('Error-Url') === '' && of('Events-Url') === '') {
    throw new Refusal(
      400,
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  }
  return {
    url: addressOf(of('Url')),
    method: methodOf(`${PREFIX}-Method`, of('Method')),
    errorUrl: of('Error-Url') === '' ? null : addressOf(of('Error-Url')),
    errorMethod: methodOf(`${PREFIX}-Error-Method`, of('Error-Method')),
    eventsUrl: of('Events-Url') === '' ? null : addressOf(of('Events-Url')),
    headers: extraHeaders(of('Extra-Http-Headers')),
  };
}

function addressOf(text: string): URL {
  const url = webUrl(text);
  if (url === null) throw new Refusal(403, 'Forbidden');
  return url;
}

function methodOf(header: string, text: string): Method {
  const method = text === '' ? 'POST' : text.toUpperCase();
  if (method === 'POST' || method === 'PUT' || method === 'PATCH') return method;
  throw new Refusal(400, `Invalid '${header}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${method}'`);
}

function extraHeaders(text: string): Record<string, string> {
  if (text === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    if (isObject(read) && Object.values(read).every((value) => typeof value === 'string')) {
      return Object.fromEntries(Object.entries(read).map(([name, value]) => [name.toLowerCase(), String(value)]));
    }
  } catch {
    // Refused below.
  }
  throw new Refusal(400, `Invalid '${PREFIX}-Extra-Http-Headers' header value: ${jsonProblem(text)}`);
}

/** Sends the result of a request, or its failure, to the webhooks. */
export class WebhookSender {
  readonly #client: OutboundClient;
  readonly #log: Logger;

  constructor(client: OutboundClient, log: Logger) {
    this.#client = client;
    this.#log = log;
  }

  /** Sends the file as the body of a request. Throws if no try succeeds. */
  async sendFile(webhooks: Webhooks, file: ResultFile, delivery: Delivery): Promise<void> {
    const { 'content-security-policy': _policy, ...described } = fileHeaders(file);
    const own = Object.fromEntries(Object.entries(described).map(([name, value]) => [name, String(value)]));
    await this.#send(webhooks.url, webhooks.method, {
      // A disposition of the client counts, everything else of it does not.
      headers: { ...common(webhooks, delivery), ...own, ...pick(webhooks.headers, 'content-disposition') },
      body: file.open,
      signal: delivery.signal,
    });
    await this.#event(webhooks, delivery, { event: 'webhook.success' });
  }

  /** Reports a failure. What cannot be reported is logged. */
  async sendError(webhooks: Webhooks, { status, message }: Answer, delivery: Delivery): Promise<void> {
    if (webhooks.errorUrl !== null) {
      await this.#logged(
        'error',
        this.#sendJson(webhooks.errorUrl, webhooks.errorMethod, webhooks, delivery, { status, message }),
      );
    }
    await this.#event(webhooks, delivery, { event: 'webhook.error', error: { status, message } });
  }

  async #event(webhooks: Webhooks, delivery: Delivery, { event, ...more }: Record<string, unknown>): Promise<void> {
    if (webhooks.eventsUrl === null) return;
    const told = { event, correlationId: delivery.trace, timestamp: new Date().toISOString(), ...more };
    await this.#logged('event', this.#sendJson(webhooks.eventsUrl, 'POST', webhooks, delivery, told));
  }

  #sendJson(url: URL, method: Method, webhooks: Webhooks, delivery: Delivery, value: unknown): Promise<void> {
    const body = Buffer.from(JSON.stringify(value));
    return this.#send(url, method, {
      headers: { ...common(webhooks, delivery), 'content-type': 'application/json' },
      body: async () => body,
      signal: delivery.signal,
    });
  }

  async #logged(what: string, sending: Promise<void>): Promise<void> {
    await sending.catch((err: unknown) => this.#log.warn({ err, what }, "a webhook of Gotenberg's interface failed"));
  }

  async #send(url: URL, method: Method, rest: Pick<Outbound, 'headers' | 'signal' | 'body'>): Promise<void> {
    await this.#client.send({ url, method, ...rest }, async ({ status, body }) => {
      await body.dump({ limit: 4096 }).catch(() => {});
      if (status >= 400) throw new Refusal(502, `The webhook answered HTTP ${status}.`);
    });
  }
}

/** What is the same for everything that one request sends. */
export interface Delivery {
  /** Correlation id of the request. */
  readonly trace: string;
  /** W3C Trace Context of the request. */
  readonly traceparent: string | null;
  readonly signal: AbortSignal;
}

const common = ({ headers }: Webhooks, { trace, traceparent }: Delivery): Record<string, string> => ({
  ...headers,
  ...(traceparent !== null && { traceparent }),
  [TRACE_HEADER.toLowerCase()]: trace,
});

const pick = (headers: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  headers[name] === undefined ? {} : { [name]: headers[name] };
