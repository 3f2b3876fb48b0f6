import type { OperationPages } from '../document.ts';
import { ACCOUNT_PAGES, CATALOG_PAGES, PRESET_PAGES } from './catalog.ts';
import { CONVERT_PAGES } from './convert.ts';
import { FILE_PAGES } from './files.ts';
import { JOB_PAGES } from './jobs.ts';
import { LOGIN_PAGES } from './login.ts';
import { CONVERSION_PAGES, INPUT_PAGES, OUTPUT_PAGES } from './parts.ts';
import { TUS_PAGES } from './tus.ts';

/** Prose, headers and examples of all operations, by method and path: `get /v2/jobs/{job_id}`. */
export const OPERATION_PAGES: OperationPages = {
  ...CONVERT_PAGES,
  ...JOB_PAGES,
  ...INPUT_PAGES,
  ...CONVERSION_PAGES,
  ...OUTPUT_PAGES,
  ...FILE_PAGES,
  ...TUS_PAGES,
  ...CATALOG_PAGES,
  ...PRESET_PAGES,
  ...ACCOUNT_PAGES,
  ...LOGIN_PAGES,
};
