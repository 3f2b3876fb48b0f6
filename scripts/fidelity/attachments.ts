import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import type { Measure, Scores } from './measure.ts';

/** Invoices as ZUGFeRD's corpus has them. */
const INVOICE = /(?:zugferd|factur-?x|\/FX\/).*\.pdf$/i;

/** What is done with a PDF whose attachments must stay as they are: target and options. */
const CHANGES: Readonly<Record<string, readonly [string, Readonly<Record<string, unknown>>]>> = {
  linearized: ['pdf', { linearize: true }],
  rotated: ['pdf', { rotate: 90 }],
  'as PDF/A-3b': ['operation/convert-pdfa', { validation_profile: 'pdfa3b' }],
};

/** PDFs with files attached: whether each is there, byte for byte, after changes of the PDF, and whether metadata/json names it. */
export const withAttachments: Measure = async (files, convert) =>
  [...files]
    .filter((path) => INVOICE.test(path))
    .map((input) => {
      const score = async () => {
        const right = await attachedTo(input);
        if (right.size === 0) return { scores: {} };
        const [facts = ''] = await convert(input, 'metadata/json', {});
        const text = await readFile(facts, 'utf8');
        const named = [...right.keys()].every((name) => text.includes(JSON.stringify(name).slice(1, -1)));
        const scores: Record<string, number | null> = { named: Number(named) };
        const wrong: string[] = [];
        for (const [change, [target, options]] of Object.entries(CHANGES)) {
          try {
            const [made = ''] = await convert(input, target, options);
            const kept = await attachedTo(made);
            scores[change] = Number([...right].every(([name, data]) => kept.get(name)?.equals(data) === true));
          } catch (error) {
            scores[change] = null;
            wrong.push(`${change}: ${(error as Error).message.slice(0, 300)}`);
          }
        }
        return { scores: scores satisfies Scores, wrong };
      };
      return { input, group: 'attachments of invoices', score };
    });

/** Returns the attached files of a PDF by name, as poppler takes them out. */
async function attachedTo(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-fidelity-attached-'));
  try {
    await execa('pdfdetach', ['-saveall', '-o', folder, path], { reject: false });
    const names = await readdir(folder);
    return new Map(
      await Promise.all(names.map(async (name) => [basename(name), await readFile(join(folder, name))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
