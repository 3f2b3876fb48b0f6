/** What the process that drives the browser is asked, and what it answers: plain data, as it goes over a pipe. */
export interface PageJob {
  readonly source: PageSource;
  readonly network: PageNetwork;
  readonly view: PageView;
  readonly wait: PageWait;
  readonly output: PageOutput;
}

/** A page of the web; or files of the task, by their paths on a made-up origin, and the path to begin with. */
export type PageSource =
  | { readonly url: string }
  | { readonly files: Readonly<Record<string, string>>; readonly start: string };

/** How requests leave the browser: not at all, or through the proxy, with the credentials of the task. */
export type PageNetwork = { readonly proxy: null } | { readonly proxy: ProxyAccess };

export interface ProxyAccess {
  readonly username: string;
  readonly password: string;
}

/** What the page sees of the browser. */
export interface PageView {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels of a CSS pixel. */
  readonly scaleFactor: number;
  readonly dark: boolean;
  readonly javascript: boolean;
  /** Of print for a PDF, unless it is to look as on a screen. */
  readonly media: 'screen' | 'print';
  readonly userAgent: string | null;
  readonly cookies: readonly PageCookie[];
  /** Sent with requests to the origin of the page alone. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageCookie {
  readonly name: string;
  readonly value: string;
  /** Default: the host of the page, and no other. */
  readonly domain?: string;
  readonly path?: string;
}

/** When the page is taken; each wait has its limit. Milliseconds. */
export interface PageWait {
  /** For the page and what it needs. */
  readonly loadMs: number;
  /** Until no request is under way for half a second, within the time for loading. */
  readonly networkIdle: boolean;
  /** CSS selector of an element that must be visible. */
  readonly selector: string | null;
  readonly delayMs: number;
}

export type PageOutput =
  | ({ readonly kind: 'pdf' } & PrintSettings)
  | { readonly kind: 'png'; readonly fullPage: boolean }
  /** The page and what it shows, as files in a folder. */
  | { readonly kind: 'site' };

/** Lengths are inches. */
export interface PrintSettings {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly landscape: boolean;
  /** 0.1 to 2. */
  readonly scale: number;
  readonly header: string | null;
  readonly footer: string | null;
  /** `1-3, 5`; null: all. */
  readonly ranges: string | null;
  readonly background: boolean;
  /** A page size of the page's own style sheet wins over width and height. */
  readonly preferCss: boolean;
}

export type PageAnswer = { readonly taken: TakenPage } | { readonly failure: PageFailure };

/** Why there is no page to take. `url`: where the last redirect led. */
export type PageFailure =
  | { readonly kind: 'status'; readonly status: number; readonly url: string }
  /** Chromium's name of a network error: `ERR_CONNECTION_RESET`. */
  | { readonly kind: 'network'; readonly error: string; readonly url: string }
  /** The address gives a file that browsers do not show. */
  | { readonly kind: 'download' }
  /** Nothing came in the time for loading. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'selector' }
  | { readonly kind: 'ranges' }
  | { readonly kind: 'margins' };

export interface TakenPage {
  /** Where the page came from in the end, after redirects. */
  readonly url: string;
  readonly title: string;
  /** What of the waits was not fulfilled. */
  readonly unfinished: readonly Unfinished[];
  /** Device pixels that the whole page is high, where the picture has fewer. */
  readonly cutFrom: number | null;
  /** Hosts that the page asked for without a network, without their ports. */
  readonly refusedHosts: readonly string[];
  /** Paths that a page of the task's files asked for, and that are not among them. */
  readonly absentFiles: readonly string[];
  /** Fonts, sounds and films that the copy of a site is without; 0 for other outputs. */
  readonly missing: number;
}

/** `load`: the page was still loading; `network`: requests were still under way; `motion`: it changed in every frame. */
export type Unfinished = 'load' | 'network' | 'motion';

/** Names in the folder of the job. */
export const OUTPUT_NAMES = { pdf: 'page.pdf', png: 'page.png', site: 'site' } as const;

/** The origin of a task's own files, which no other page can have (RFC 6761: `invalid` never resolves). */
export const SITE_ORIGIN = 'http://input.invalid';

/**
 * Answered by the proxy itself. A browser gives its credentials to a proxy when a page asks, and not when a picture of another origin
 * does: so it is sent here first, where the page is a file of the task.
 */
export const LOGIN_URL = 'http://proxy.invalid/';

/** What the copy of a site may have of fonts, sounds and films. */
export const SITE_LIMITS = { bytes: 128 * 1024 ** 2, files: 500, milliseconds: 40_000 } as const;

/** Chromium draws no more; beyond it a picture repeats itself. Device pixels. */
export const LONGEST_SIDE = 16_384;
