import type { PageChecks, PageOutput, PageView, PageWait } from './job.ts';

/** A page of the web, or one of the task's files: paths on an origin of their own, mapped to local paths. */
export type Subject =
  | { readonly url: string }
  | { readonly files: ReadonlyMap<string, string>; readonly start: string; readonly network: boolean };

export interface PageRequest {
  readonly subject: Subject;
  readonly view: PageView;
  readonly wait: PageWait;
  readonly checks: PageChecks;
  readonly output: PageOutput;
}
