// The process that typesets Typst: one job a line, see pool-protocol.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
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
  const failed = { written: false, hasStandard: false, pages: 0 };
  if (result === null) {
    return { ...failed, errors: messagesOf(compiled.takeError()), warnings: [] } satisfies TypstResult;
  }
  const warnings = messagesOf(compiled.takeWarnings());
  const standardPdf = standard === null ? null : pdfOf(standard);
  const pdf = standardPdf ?? pdfOf(null);
  if (pdf === null) return { ...failed, errors: [], warnings } satisfies TypstResult;
  await writeFile(join(folder, OUTPUT), pdf);
  const made = { written: true, hasStandard: standardPdf !== null, pages: result.numOfPages };
  return { ...made, errors: [], warnings } satisfies TypstResult;

  /** Returns the PDF; null if the document breaks a rule of the standard. */
  function pdfOf(wanted: TypstJob['standard']): Buffer | null {
    if (result === null) return null;
    try {
      return compiler.pdf(result, wanted === null ? {} : { pdfStandard: wanted });
    } catch {
      return null;
    }
  }
});
