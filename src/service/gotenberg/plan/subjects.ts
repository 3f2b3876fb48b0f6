import { findEntry } from '../../../catalog/index.ts';
import { inputEngines } from '../../../catalog/input-catalog.ts';

/* Whether the options that fields become exist where they go. */

const acceptsTarget =
  (category: string, target: string) =>
  (option: string): boolean =>
    findEntry(category, target)?.options[option] !== undefined;

const acceptsEngine =
  (engine: string) =>
  (option: string): boolean =>
    inputEngines().get(engine)?.options[option] !== undefined;

/** Options of the target that makes PDFs. */
export const acceptsPdfOption = acceptsTarget('document', 'pdf');

/** Options of inputs that are pages of the web. */
export const acceptsPrintOption = acceptsEngine('screenshot_pdf');
export const acceptsScreenshotOption = acceptsEngine('screenshot');
