// The process that typesets Typst: one job a line, see pool-protocol.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeCompiler, type NodeError, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { serveRequests } from '../../../src/process/pool/pool-protocol.ts';
import { OUTPUT, type TypstJob, type TypstMessage, type TypstResult } from './job.ts';

/** A diagnostic of the compiler (lsp-types): lines from 0; severity 1 is an error. */
interface Diagnostic {
  readonly message: string;
  readonly path: string;
  readonly severity: number;
  readonly range: { readonly start: { readonly line: number } } | null;
}

/** More messages than anyone reads. */
const MOST_MESSAGES = 100;

/** A text that no font has, in messages as Rust prints them: its quotes and signs are escaped. */
const MISSING = /the text `\\"(.*?)\\"` could not be displayed/g;

await serveRequests(async (message) => {
  const { folder, root, main, fonts, standard } = message as typeof message & TypstJob;
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontPaths: [...fonts] }] });
  const compiled = compiler.compile({ mainFilePath: join(root, main) });
  const messagesOf = (found: NodeError | null): readonly TypstMessage[] =>
    found === null ? [] : (compiler.fetchDiagnostics(found) as Diagnostic[]).slice(0, MOST_MESSAGES).map(asMessage);
  const asMessage = ({ message: text, path, range }: Diagnostic): TypstMessage => ({
    text: text.replaceAll(`${root}/`, ''),
    file: path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null,
    line: range === null ? null : range.start.line + 1,
  });
  const { result } = compiled;
  const nothing = { written: false, hasStandard: false, pages: 0, missing: [], errors: [], warnings: [] };
  if (result === null) return { ...nothing, errors: messagesOf(compiled.takeError()) } satisfies TypstResult;
  const warnings = messagesOf(compiled.takeWarnings());
  // Only the rules of PDF/A say which characters no font has.
  const checked = pdfOf(result, standard ?? 'a-2b');
  const isAsked = standard !== null && 'pdf' in checked;
  const made = isAsked ? checked : pdfOf(result, null);
  if (!('pdf' in made)) return { ...nothing, warnings } satisfies TypstResult;
  await writeFile(join(folder, OUTPUT), made.pdf);
  const missing = 'problem' in checked ? missingIn(checked.problem) : [];
  return {
    ...{ written: true, hasStandard: isAsked, pages: result.numOfPages },
    ...{ missing, errors: [], warnings },
  } satisfies TypstResult;

  /** Returns the PDF, or what the compiler says if the document breaks a rule of the standard. */
  function pdfOf(document: NodeTypstDocument, wanted: TypstJob['standard']): { pdf: Buffer } | { problem: string } {
    try {
      return { pdf: compiler.pdf(document, wanted === null ? {} : { pdfStandard: wanted }) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : '' };
    }
  }
});

function missingIn(problem: string): string[] {
  const texts = [...problem.matchAll(MISSING)].map(([, text = '']) =>
    text.replace(/\\+u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return [...new Set(texts)].slice(0, MOST_MESSAGES);
}
