import type { PageCookie, PageView, PageWait, PrintSettings } from './job.ts';

/** Option values from catalogs (src/catalog/options/page.ts), converted here to settings of the browser. */
export interface ViewValues {
  readonly screen_width: number;
  readonly screen_height: number;
  readonly device_scale_factor: number;
  readonly dark_mode: boolean;
  readonly javascript: boolean;
}

export interface RequestValues {
  readonly user_agent?: string;
  readonly cookies?: readonly PageCookie[];
}

export interface WaitValues {
  /** Seconds. */
  readonly load_timeout: number;
  readonly wait_until: 'load' | 'network_idle';
  readonly wait_for_selector?: string;
  /** Milliseconds. */
  readonly delay: number;
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
  readonly prefer_css_page_size: boolean;
  readonly media: 'print' | 'screen';
}

export interface Paper {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  readonly landscape: boolean;
}

export function viewOf(
  values: ViewValues & RequestValues & Partial<Pick<PrintValues, 'media'>>,
  headers: Readonly<Record<string, string>> = {},
): PageView {
  return {
    width: values.screen_width,
    height: values.screen_height,
    scaleFactor: values.device_scale_factor,
    dark: values.dark_mode,
    javascript: values.javascript,
    media: values.media ?? 'screen',
    userAgent: values.user_agent ?? null,
    cookies: values.cookies ?? [],
    headers,
  };
}

export const waitOf = (values: WaitValues): PageWait => ({
  loadMs: values.load_timeout * 1000,
  networkIdle: values.wait_until === 'network_idle',
  selector: values.wait_for_selector ?? null,
  delayMs: values.delay,
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
  preferCss: values.prefer_css_page_size,
});
