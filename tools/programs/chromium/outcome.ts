import { classifyFailure, statusError } from '../../../src/files/fetch/fetch-errors.ts';
import { describeUrl } from '../../../src/files/fetch/http-request.ts';
import { formatSeconds } from '../../../src/process/limits.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { hostPort } from './egress/proxy.ts';
import type { PageFailure, PageWait } from './job.ts';

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
    case 'ranges':
      return optionError('option_unsupported', 'The page has none of the pages that page_ranges names.', 'page_ranges');
    case 'margins':
      return optionError('option_conflict', 'The margins leave no room on the paper.', 'margin_top');
  }
}

const optionError = (code: 'option_unsupported' | 'option_conflict', message: string, option: string) =>
  new ConversionError(code, message, { details: { option } });

function ofStatus(status: number, url: URL): ConversionError {
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
