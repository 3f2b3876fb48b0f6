import { type BadResource, type FailedResource, type PageChecks, SITE_ORIGIN } from './job.ts';
import { NoPageError } from './no-page-error.ts';

/** Most of each kind that are kept; an error names no more. */
const MOST = 20;
const LONGEST_ERROR = 300;

/** Chromium's name for a file that is missing. */
const NO_FILE = 'ERR_FILE_NOT_FOUND';

/** Ended by the page itself, such as by leaving for another address. */
const ENDED_BY_PAGE = 'ERR_ABORTED';

/** Whether a list has a status, or the last one of its hundred. */
export const includesStatus = (list: readonly number[], status: number): boolean =>
  list.includes(status) || list.includes(Math.floor(status / 100) * 100 + 99);

/** What the page's resources and scripts did, as far as a conversion is to fail for it. */
export class Checks {
  readonly #asked: PageChecks;
  readonly #ignored: readonly string[];
  readonly #statuses: BadResource[] = [];
  readonly #failed: FailedResource[] = [];
  readonly #errors: string[] = [];

  constructor(asked: PageChecks) {
    this.#asked = asked;
    this.#ignored = asked.ignoredHosts.map(hostOf).filter((host) => host !== '');
  }

  /** Whether anything of the resources or scripts is asked for. */
  get areAsked(): boolean {
    const { resourceStatus, resourceErrors } = this.#asked;
    return resourceStatus.length > 0 || resourceErrors || this.areScriptsAsked;
  }

  get areScriptsAsked(): boolean {
    return this.#asked.scriptErrors;
  }

  /**
   * Counts an answer to a request for a resource.
   * @param type type of the resource, in lower case: `stylesheet`
   * @param proxyError error that the proxy names instead of an answer; null for an answer
   */
  answered(resource: BadResource & { readonly type: string }, proxyError: string | null): void {
    const { url, status, type } = resource;
    if (proxyError !== null) {
      this.failed({ url, type, error: proxyError });
      return;
    }
    // A file that did not come with the page has no status.
    if (new URL(url).origin === SITE_ORIGIN) {
      if (status === 404) this.failed({ url, type, error: NO_FILE });
      return;
    }
    if (!includesStatus(this.#asked.resourceStatus, status) || this.#isIgnored(url)) return;
    keep(this.#statuses, { url, status });
  }

  /** Counts a resource that could not be loaded. */
  failed(resource: FailedResource): void {
    if (this.#asked.resourceErrors && resource.error !== ENDED_BY_PAGE) keep(this.#failed, resource);
  }

  /** Counts an exception that nothing caught. */
  threw(error: string): void {
    if (this.#asked.scriptErrors) keep(this.#errors, (error.split('\n', 1)[0] ?? '').slice(0, LONGEST_ERROR));
  }

  /** Throws NoPageError for the first kind that there is. */
  require(): void {
    if (this.#statuses.length > 0) throw new NoPageError({ kind: 'resource_status', resources: this.#statuses });
    if (this.#errors.length > 0) throw new NoPageError({ kind: 'script_error', errors: this.#errors });
    if (this.#failed.length > 0) throw new NoPageError({ kind: 'resource_error', resources: this.#failed });
  }

  #isIgnored(url: string): boolean {
    const { hostname } = new URL(url);
    return this.#ignored.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  }
}

function keep<Item>(list: Item[], item: Item): void {
  if (list.length < MOST) list.push(item);
}

/** Returns the host that a text names, as `example.com`, `*.example.com`, `example.com:443` or an address; empty for none. */
function hostOf(text: string): string {
  const trimmed = text.trim().toLowerCase();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\*?\./, '')}`);
  return (url?.hostname ?? '').replace(/^\*?\./, '');
}
