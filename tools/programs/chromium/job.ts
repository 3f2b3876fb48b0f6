/** Request to the code that drives a browser, and its answer. */
export interface PageJob {
  readonly source: PageSource;
  readonly network: PageNetwork;
  readonly view: PageView;
  readonly wait: PageWait;
  readonly checks: PageChecks;
  readonly output: PageOutput;
}

/** A page of the web; or files of the task: local paths by their paths on a made-up origin, and the path of the first page. */
export type PageSource =
  | { readonly url: string }
  | { readonly files: Readonly<Record<string, string>>; readonly start: string };

/** How requests leave the browser: not at all, or through the proxy with the task's credentials. */
export type PageNetwork = { readonly proxy: null } | { readonly proxy: ProxyAccess };

export interface ProxyAccess {
  readonly username: string;
  readonly password: string;
}

/** Properties of the browser that the page sees. */
export interface PageView {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scaleFactor: number;
  readonly dark: boolean;
  readonly javascript: boolean;
  /** `print` for a PDF, unless it should look like on a screen. */
  readonly media: 'screen' | 'print';
  readonly userAgent: string | null;
  /** Media features that its style sheets see, besides the colour scheme. */
  readonly mediaFeatures: readonly MediaFeature[];
  readonly cookies: readonly PageCookie[];
  readonly headers: readonly PageHeader[];
}

export interface MediaFeature {
  readonly name: string;
  readonly value: string;
}

export interface PageHeader {
  readonly name: string;
  readonly value: string;
  /** Regular expression of the addresses that get it; null for the origin of the page, or all addresses if the page is a file. */
  readonly scope: string | null;
}

export interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** Default: only the host of the page. */
  readonly domain?: string;
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** When the page is captured; each wait has its limit. Milliseconds. */
export interface PageWait {
  /** Timeout for the page and its resources. */
  readonly loadMs: number;
  /** Within the time for loading: until it has loaded, and for half a second no request has been open, or at most two. */
  readonly until: 'load' | 'network_idle' | 'network_almost_idle';
  /** CSS selector of an element that must be visible. */
  readonly selector: string | null;
  /** JavaScript expression that must become true. */
  readonly expression: string | null;
  readonly delayMs: number;
}

/** When a page fails although it was opened. In statuses, 499 stands for 400 to 499, and so on. */
export interface PageChecks {
  /** Statuses of the page itself. */
  readonly status: readonly number[];
  /** Statuses of its resources, except those of the hosts. */
  readonly resourceStatus: readonly number[];
  readonly ignoredHosts: readonly string[];
  /** Resources that could not be loaded at all. */
  readonly resourceErrors: boolean;
  /** Exceptions of its scripts that nothing catches. */
  readonly scriptErrors: boolean;
}

export type PageOutput =
  | ({ readonly kind: 'pdf' } & PrintSettings)
  | ({ readonly kind: 'png' } & PictureSettings)
  /** The page and its resources, as files in a folder. */
  | { readonly kind: 'site' }
  /** The text of one element, for pages of our own that compute something. */
  | { readonly kind: 'text'; readonly selector: string };

export interface PictureSettings {
  /** Whether to capture the whole page instead of what a window shows. */
  readonly fullPage: boolean;
  /** CSS selector of the only element to capture. */
  readonly selector: string | null;
  /** Whether what the page does not paint is transparent instead of white. */
  readonly transparent: boolean;
  /** Whether the picture is compressed quickly instead of well. */
  readonly fast: boolean;
}

/** Settings of a PDF; lengths in inches. */
export interface PrintSettings {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly landscape: boolean;
  /** Scale from 0.1 to 2. */
  readonly scale: number;
  readonly header: string | null;
  readonly footer: string | null;
  /** Page ranges, `1-3, 5`; null for all. */
  readonly ranges: string | null;
  readonly background: boolean;
  /** Whether the paper is as large as the page. */
  readonly singlePage: boolean;
  readonly tagged: boolean;
  readonly outline: boolean;
  /** A page size in the page's own style sheet takes precedence over width and height. */
  readonly preferCss: boolean;
}

export type PageAnswer = { readonly taken: TakenPage } | { readonly failure: PageFailure };

/** Why no page was captured. `url`: target of the last redirect. */
export type PageFailure =
  | { readonly kind: 'status'; readonly status: number; readonly url: string }
  /** Chromium's name of a network error: `ERR_CONNECTION_RESET`. */
  | { readonly kind: 'network'; readonly error: string; readonly url: string }
  /** The address returns a file that browsers do not show. */
  | { readonly kind: 'download' }
  /** No answer came in the time for loading. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'selector' }
  /** `error`: its exception; null if it was never true. */
  | { readonly kind: 'expression'; readonly error: string | null }
  /** Nothing to capture matches the selector of a picture. */
  | { readonly kind: 'element' }
  | { readonly kind: 'ranges' }
  | { readonly kind: 'margins' }
  | { readonly kind: 'resource_status'; readonly resources: readonly BadResource[] }
  | { readonly kind: 'resource_error'; readonly resources: readonly FailedResource[] }
  /** `errors`: their first lines. */
  | { readonly kind: 'script_error'; readonly errors: readonly string[] };

/** A resource whose status is an error. */
export interface BadResource {
  readonly url: string;
  readonly status: number;
}

/** A resource that could not be loaded. */
export interface FailedResource {
  readonly url: string;
  /** Type in the words of the protocol, in lower case: `stylesheet`. */
  readonly type: string;
  /** Chromium's name of the error: `ERR_CONNECTION_REFUSED`. */
  readonly error: string;
}

export interface TakenPage {
  /** Final address of the page, after redirects. */
  readonly url: string;
  readonly title: string;
  /** Waits that were not fulfilled. */
  readonly unfinished: readonly Unfinished[];
  /** Height of the whole page in device pixels, if the picture is shorter. */
  readonly cutFrom: number | null;
  /** Hosts that the page requested without a network, without ports. */
  readonly refusedHosts: readonly string[];
  /** Missing paths that a page of the task's files requested. */
  readonly absentFiles: readonly string[];
  /** Number of fonts, sounds and films missing in the copy of a site; 0 for other outputs. */
  readonly missing: number;
}

/** `load`: the page was still loading; `network`: requests were still open; `motion`: it changed in every frame. */
export type Unfinished = 'load' | 'network' | 'motion';

/** Output names in the folder of the job. */
export const OUTPUT_NAMES = { pdf: 'page.pdf', png: 'page.png', site: 'site', text: 'page.txt' } as const;

/** The origin of a task's own files, which no other page can have (RFC 6761: `invalid` never resolves). */
export const SITE_ORIGIN = 'http://input.invalid';

/**
 * URL answered by the proxy itself. A browser sends its credentials to a proxy for a page's request, but not for a picture of another
 * origin: if the page is a file of the task, the browser opens this URL first.
 */
export const LOGIN_URL = 'http://proxy.invalid/';

/** Limits for fonts, sounds and films in the copy of a site. */
export const SITE_LIMITS = { bytes: 128 * 1024 ** 2, files: 500, milliseconds: 40_000 } as const;

/** Chromium draws no more; beyond it a picture repeats itself. Device pixels. */
export const LONGEST_SIDE = 16_384;
