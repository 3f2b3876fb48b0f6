import type { Form } from './form/form.ts';
import { planPrint, planScreenshot, type Texts } from './plan/chromium.ts';
import { planOffice } from './plan/libreoffice.ts';
import {
  planBookmarks,
  planBookmarksReading,
  planEmbed,
  planEncrypt,
  planFacturX,
  planFlatten,
  planFormats,
  planMarks,
  planMerge,
  planMetadata,
  planOptimize,
  planReading,
  planRotate,
  planSplit,
} from './plan/pdfengines.ts';
import type { Plan } from './plan/plan.ts';
import { bookmarksIn, tagsIn } from './readings.ts';

/** A route of Gotenberg that takes a form. */
export interface FormRoute {
  readonly path: string;
  /** Makes the plan of a request. Throws Refusal 400. @param outputName `Gotenberg-Output-Filename` */
  readonly plan: (form: Form, texts: Texts, outputName: string | null) => Plan;
  /** Makes the value of each file for an answer in JSON, from the document that the steps make of it. Left out: the answer is files. */
  readonly reading?: (document: unknown) => unknown;
  readonly isOffice?: true;
}

export const FORM_ROUTES: readonly FormRoute[] = [
  { path: '/forms/chromium/convert/url', plan: planPrint('url') },
  { path: '/forms/chromium/convert/html', plan: planPrint('html') },
  { path: '/forms/chromium/convert/markdown', plan: planPrint('markdown') },
  { path: '/forms/chromium/screenshot/url', plan: planScreenshot('url') },
  { path: '/forms/chromium/screenshot/html', plan: planScreenshot('html') },
  { path: '/forms/chromium/screenshot/markdown', plan: planScreenshot('markdown') },
  { path: '/forms/libreoffice/convert', plan: planOffice, isOffice: true },
  { path: '/forms/pdfengines/merge', plan: planMerge },
  { path: '/forms/pdfengines/split', plan: planSplit },
  { path: '/forms/pdfengines/flatten', plan: planFlatten },
  { path: '/forms/pdfengines/convert', plan: planFormats },
  {
    path: '/forms/pdfengines/metadata/read',
    plan: (form) => planReading(form, { keys_format: 'original' }),
    reading: tagsIn,
  },
  { path: '/forms/pdfengines/metadata/write', plan: planMetadata },
  { path: '/forms/pdfengines/bookmarks/read', plan: planBookmarksReading, reading: bookmarksIn },
  { path: '/forms/pdfengines/bookmarks/write', plan: planBookmarks },
  { path: '/forms/pdfengines/encrypt', plan: planEncrypt },
  { path: '/forms/pdfengines/embed', plan: planEmbed },
  { path: '/forms/pdfengines/factur-x', plan: planFacturX },
  { path: '/forms/pdfengines/rotate', plan: planRotate },
  { path: '/forms/pdfengines/watermark', plan: planMarks('watermark') },
  { path: '/forms/pdfengines/stamp', plan: planMarks('stamp') },
  { path: '/forms/pdfengines/optimize', plan: planOptimize },
];
