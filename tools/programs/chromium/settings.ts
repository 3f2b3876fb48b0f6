import { DEFAULT_CHECKS } from './defaults.ts';
import { readHeaders } from './headers.ts';
import type {
  MediaFeature,
  PageChecks,
  PageCookie,
  PageView,
  PageWait,
  PictureSettings,
  PrintSettings,
} from './job.ts';

/** Option values from catalogs (src/catalog/options/page.ts), converted here to settings of the browser. */
export interface ViewValues {
  readonly screen_width: number;
  readonly screen_height: number;
  readonly device_scale_factor: number;
  readonly dark_mode: boolean;
  readonly javascript: boolean;
  readonly media_features?: readonly MediaFeature[];
}

export interface RequestValues {
  readonly user_agent?: string;
  readonly cookies?: readonly CookieValues[];
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface CookieValues extends Pick<PageCookie, 'name' | 'value' | 'domain' | 'path' | 'secure'> {
  readonly http_only?: boolean;
  readonly same_site?: 'strict' | 'lax' | 'none';
}

export interface WaitValues {
  /** Seconds. */
  readonly load_timeout: number;
  readonly wait_until: PageWait['until'];
  readonly wait_for_selector?: string;
  readonly wait_for_expression?: string;
  /** Milliseconds. */
  readonly delay: number;
}

export interface CheckValues {
  readonly fail_on_status?: readonly number[];
  readonly fail_on_resource_status?: readonly number[];
  readonly ignore_resource_status_hosts?: readonly string[];
  readonly fail_on_resource_error: boolean;
  readonly fail_on_console_errors: boolean;
}

export interface PictureValues {
  readonly full_page: boolean;
  readonly selector?: string;
  readonly omit_background: boolean;
  readonly optimize_for_speed: boolean;
}

export interface PrintValues {
  /** Millimetres. */
  readonly margin_top: number;
  readonly margin_bottom: number;
  readonly margin_left: number;
  readonly margin_right: number;
  readonly scale: number;
  readonly header_template?: string;
  readonly footer_template?: string;
  readonly page_ranges?: string;
  readonly print_background: boolean;
  readonly single_page: boolean;
  readonly tagged: boolean;
  readonly outline: boolean;
  readonly prefer_css_page_size: boolean;
  readonly media: 'print' | 'screen';
}

export interface Paper {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  readonly landscape: boolean;
}

/** Throws ConversionError `option_invalid` for headers that cannot be sent. */
export function viewOf(values: ViewValues & RequestValues & Partial<Pick<PrintValues, 'media'>>): PageView {
  return {
    width: values.screen_width,
    height: values.screen_height,
    scaleFactor: values.device_scale_factor,
    dark: values.dark_mode,
    javascript: values.javascript,
    media: values.media ?? 'screen',
    userAgent: values.user_agent ?? null,
    mediaFeatures: values.media_features ?? [],
    cookies: (values.cookies ?? []).map(cookieOf),
    headers: readHeaders(values.headers),
  };
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;

function cookieOf({ http_only: httpOnly, same_site: sameSite, ...cookie }: CookieValues): PageCookie {
  return {
    ...cookie,
    ...(httpOnly !== undefined && { httpOnly }),
    ...(sameSite !== undefined && { sameSite: SAME_SITE[sameSite] }),
  };
}

export const waitOf = (values: WaitValues): PageWait => ({
  loadMs: values.load_timeout * 1000,
  until: values.wait_until,
  selector: values.wait_for_selector ?? null,
  expression: values.wait_for_expression ?? null,
  delayMs: values.delay,
});

export const checksOf = (values: CheckValues): PageChecks => ({
  status: values.fail_on_status ?? DEFAULT_CHECKS.status,
  resourceStatus: values.fail_on_resource_status ?? DEFAULT_CHECKS.resourceStatus,
  ignoredHosts: values.ignore_resource_status_hosts ?? DEFAULT_CHECKS.ignoredHosts,
  resourceErrors: values.fail_on_resource_error,
  scriptErrors: values.fail_on_console_errors,
});

export const pictureOf = (values: PictureValues): PictureSettings => ({
  fullPage: values.full_page,
  selector: values.selector ?? null,
  transparent: values.omit_background,
  fast: values.optimize_for_speed,
});

const MM_PER_INCH = 25.4;

export const printOf = (values: PrintValues, { width, height, landscape }: Paper): PrintSettings => ({
  width,
  height,
  landscape,
  margin: {
    top: values.margin_top / MM_PER_INCH,
    right: values.margin_right / MM_PER_INCH,
    bottom: values.margin_bottom / MM_PER_INCH,
    left: values.margin_left / MM_PER_INCH,
  },
  scale: values.scale,
  header: values.header_template ?? null,
  footer: values.footer_template ?? null,
  ranges: values.page_ranges ?? null,
  background: values.print_background,
  singlePage: values.single_page,
  tagged: values.tagged,
  // Chromium makes the bookmarks from the tags.
  outline: values.outline && values.tagged,
  preferCss: values.prefer_css_page_size,
});
