import { classifyFailure, statusError } from '../../../src/files/fetch/fetch-errors.ts';
import { describeUrl } from '../../../src/files/fetch/http-request.ts';
import { formatSeconds } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { hostPort } from './egress/proxy.ts';
import { type BadResource, type FailedResource, type PageFailure, type PageWait, SITE_ORIGIN } from './job.ts';

/**
 * Returns the error for a page that could not be captured, like that of a file at this address.
 * @param connectionFailure why the proxy could not connect to `host:port`; undefined if it could
 */
export function failureOf(
  failure: PageFailure,
  { loadMs }: PageWait,
  connectionFailure: (host: string) => unknown,
): ConversionError {
  switch (failure.kind) {
    case 'status':
    case 'network': {
      const url = new URL(failure.url);
      const fault = connectionFailure(hostPort(url));
      if (fault !== undefined) return classifyFailure(fault, describeUrl(url)).error.ofInput();
      const error = failure.kind === 'status' ? ofStatus(failure.status, url) : ofNetwork(failure.error, url);
      return error.ofInput();
    }
    case 'download': {
      const message = 'The address gives a file to download and no page. Leave engine out to convert the file itself.';
      return new ConversionError('input_wrong_type', message, { source: 'input', details: { option: 'engine' } });
    }
    case 'timeout': {
      const message = `The page did not begin to arrive within ${formatSeconds(loadMs / 1000)}.`;
      return new ConversionError('input_download_timeout', message, { source: 'input' });
    }
    case 'selector': {
      const message = `No visible element of the page matched wait_for_selector within ${formatSeconds(loadMs / 1000)}.`;
      return optionError('option_unsupported', message, 'wait_for_selector');
    }
    case 'expression': {
      const message =
        failure.error === null
          ? `The expression of wait_for_expression was not true within ${formatSeconds(loadMs / 1000)}.`
          : `The expression of wait_for_expression ended with an error: ${failure.error}`;
      return optionError('option_unsupported', message, 'wait_for_expression');
    }
    case 'element': {
      const message = 'No element of the page that can be seen matches selector.';
      return optionError('option_unsupported', message, 'selector');
    }
    case 'resource_status':
      return ofStatuses(failure.resources);
    case 'resource_error':
      return ofResources(failure.resources);
    case 'script_error': {
      const { errors } = failure;
      const message = `A script of the page ended with an error, and fail_on_console_errors is true: ${errors[0]}`;
      const details = { option: 'fail_on_console_errors', errors };
      return new ConversionError('conversion_failed', message, { details });
    }
    case 'ranges':
      return optionError('option_unsupported', 'The page has none of the pages that page_ranges names.', 'page_ranges');
    case 'margins':
      return optionError('option_conflict', 'The margins leave no room on the paper.', 'margin_top');
  }
}

const optionError = (code: 'option_unsupported' | 'option_conflict', message: string, option: string) =>
  new ConversionError(code, message, { details: { option } });

/** Addresses are named without their query, which may be a secret. */
const addressOf = (url: string): string => describeUrl(new URL(url));

function ofStatuses(resources: readonly BadResource[]): ConversionError {
  const named = resources.map(({ url, status }) => ({ address: addressOf(url), status }));
  const list = named.map(({ address, status }) => `${address} (HTTP ${status})`).join(', ');
  const message = `Resources of the page have a status of fail_on_resource_status: ${list}.`;
  const details = { option: 'fail_on_resource_status', resources: named };
  return new ConversionError('conversion_failed', message, { details });
}

function ofResources(resources: readonly FailedResource[]): ConversionError {
  const named = resources.map(({ url, type, error }) => ({ address: nameOf(url), type, error }));
  const list = named.map(({ address, error }) => `${address} (${error})`).join(', ');
  const message = `Resources of the page could not be loaded, and fail_on_resource_error is true: ${list}.`;
  const details = { option: 'fail_on_resource_error', resources: named };
  return new ConversionError('conversion_failed', message, { details });
}

/** Returns the address of a resource; of a file of the task, its path, because its origin is made up. */
function nameOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin === SITE_ORIGIN ? pathname.slice(1) : addressOf(url);
}

function ofStatus(status: number, url: URL): ConversionError {
  if (status < 400) {
    const message = `${describeUrl(url)} answers with a status of fail_on_status (HTTP ${status}).`;
    return new ConversionError('input_download_rejected', message, { details: { status, option: 'fail_on_status' } });
  }
  const error = statusError({ status, headers: {} }, describeUrl(url));
  return error instanceof ConversionError ? error : error.failure.error;
}

/** Errors that Chromium finds itself; the proxy reports those of connections. */
function ofNetwork(error: string, url: URL): ConversionError {
  const source = describeUrl(url);
  const init = { log: `net::${error}`, details: { error } };
  if (/^ERR_(CERT|SSL|BAD_SSL)/.test(error)) {
    const message = `The https certificate or encryption of ${source} is not acceptable.`;
    return new ConversionError('input_download_failed', message, { ...init, final: true });
  }
  if (error === 'ERR_TOO_MANY_REDIRECTS') {
    return new ConversionError('input_redirect_refused', `${source} redirects too often, so there is no page.`, init);
  }
  if (
    /^ERR_(DISALLOWED_URL_SCHEME|UNSAFE_PORT|UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|ACCESS_DENIED|BLOCKED_BY_)/.test(error)
  ) {
    return new ConversionError(
      'input_address_refused',
      `${source} leads to an address at which pages are not opened.`,
      init,
    );
  }
  // What the server says is no HTTP, or too much of it.
  const final = /^ERR_(INVALID_HTTP_RESPONSE|RESPONSE_HEADERS_)/.test(error);
  return new ConversionError('input_download_failed', `${source} could not be opened (${error}).`, { ...init, final });
}
