import { text as textOf } from 'node:stream/consumers';
import { readOutput } from '../../outputs/send-file.ts';
import type { FormFile } from '../form/form.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRun } from './plan-run.ts';

/** Matches an action of a template that puts a Markdown file there; Gotenberg's templates have no other. */
const ACTION = /\{\{-?\s*toHTML\s+(?:"([^"\n]{1,1000})"|`([^`]{1,1000})`)\s*-?\}\}/g;

/**
 * Replaces the actions `{{ toHTML "file.md" }}` of a template by the HTML of these files. The files are converted by a job, as everything
 * that clients send is.
 * @throws Refusal 400 for files that the request does not have; as jobs do
 */
export async function filledTemplate(template: string, markdown: readonly FormFile[], run: PlanRun): Promise<string> {
  const asked = new Set([...template.matchAll(ACTION)].map(([, quoted, raw]) => quoted ?? raw ?? ''));
  const missing = [...asked].filter((name) => markdown.every(({ filename }) => filename !== name));
  if (missing.length > 0) {
    throw new Refusal(400, `Markdown file(s) not found: ${missing.map((name) => `'${name}'`).join('\n')}`);
  }
  const used = markdown.filter(({ filename }) => asked.has(filename));
  const contents = await htmlOf(used, run);
  return template.replaceAll(
    ACTION,
    (_action, quoted?: string, raw?: string) => contents.get(quoted ?? raw ?? '') ?? '',
  );
}

async function htmlOf(files: readonly FormFile[], { context, jobs, stored }: PlanRun): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  if (files.length === 0) return contents;
  const inputs = [];
  for (const file of files) inputs.push(await stored.input(file));
  const full = await jobs.complete({ conversion: [{ category: 'document', target: 'html' }] }, inputs);
  for (const [index, output] of full.outputs.entries()) {
    const html = await textOf(await readOutput(context, output, null));
    contents.set(files[index]?.filename ?? '', bodyOf(html));
  }
  return contents;
}

/** Returns what is in the body of a document. */
function bodyOf(html: string): string {
  const start = /<body[^>]{0,1000}>/i.exec(html);
  if (start === null) return html;
  const from = start.index + start[0].length;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return html.slice(from, end < from ? undefined : end);
}
