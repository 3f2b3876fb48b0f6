import { access } from 'node:fs/promises';
import { type ProgramDescription, programVersion } from '../../src/process/programs.ts';
import { READPST } from '../../tools/formats/mail/pst.ts';
import { TNEF } from '../../tools/formats/mail/tnef.ts';
import { describeFontTools } from '../../tools/formats/pdf-a/programs.ts';
import { describeFieldTexts } from '../../tools/formats/pdf-forms/programs.ts';
import { describePdfLayout } from '../../tools/formats/pdf-layout/describe.ts';
import { describePdfRedact } from '../../tools/formats/pdf-redact/describe.ts';
import { describeSignatures } from '../../tools/formats/pdf-signatures/signatures.ts';
import { describePdfText } from '../../tools/formats/pdf-text/describe.ts';
import { describeChromium } from '../../tools/programs/chromium/programs.ts';
import { describeFfmpegProgram } from '../../tools/programs/ffmpeg/installed.ts';
import { describeGhostscriptPrograms } from '../../tools/programs/ghostscript/programs.ts';
import { describeLatex } from '../../tools/programs/latex/programs.ts';
import { describeFonts } from '../../tools/programs/libreoffice/fonts.ts';
import { SOFFICE } from '../../tools/programs/libreoffice/soffice.ts';
import { RSVG } from '../../tools/programs/librsvg/svg-to-pdf.ts';
import { describeLanguages } from '../../tools/programs/ocr/languages.ts';
import { describePandoc } from '../../tools/programs/pandoc/programs.ts';
import { describeSpeechRecognition } from '../../tools/programs/speech/stt/describe.ts';
import { describeTypst } from '../../tools/programs/typst/compile.ts';
import { describeZbar } from '../../tools/programs/zbar/read-codes.ts';
import { isRoute, MARKUP_TARGETS, ROUTES, type Step } from './routes.ts';
import { PAGE_TARGETS } from './targets.ts';

/** Paths of the library of LibreOffice's Python module, through which a running LibreOffice is controlled. */
const PYTHON_UNO = ['/usr/lib/libreoffice/program/libpyuno.so', '/usr/lib64/libreoffice/program/libpyuno.so'];

/** Every program the engine uses, and what the installed fonts can show, for `convertd doctor`. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const office = targetsWith(({ step }) => step === 'office');
  const [
    libreOffice,
    uno,
    chromium,
    rsvg,
    tnef,
    readpst,
    ffmpeg,
    pdf,
    layout,
    redaction,
    signatures,
    ghostscript,
    fontTools,
    fieldTexts,
    fonts,
    recognition,
    speech,
    pandoc,
    typst,
    latex,
    zbar,
  ] = await Promise.all([
    programVersion(SOFFICE),
    pythonUnoVersion(),
    describeChromium([
      'document/pdf engine=chromium, and of mails',
      'document/pdf from markup and Markdown, Mermaid diagrams',
      'inputs of the engines website, screenshot, screenshot_pdf',
    ]),
    programVersion(RSVG),
    programVersion(TNEF),
    programVersion(READPST, { args: ['-V'], pattern: /v(\d[\w.]*)/ }),
    describeFfmpegProgram('ffmpeg', 'optional', ['document/* language_stt']),
    describePdfText(),
    describePdfLayout(),
    describePdfRedact(),
    describeSignatures(['document/pdf sign']),
    describeGhostscriptPrograms(),
    describeFontTools(),
    describeFieldTexts(),
    describeFonts(),
    describeLanguages(),
    describeSpeechRecognition(),
    describePandoc([
      'document/* from markup',
      'document/docx, odt, epub and pptx from Markdown with formulas',
      ...MARKUP_TARGETS.map((target) => `document/${target}`),
    ]),
    describeTypst(['document/* from Typst']),
    describeLatex(['document/pdf engine=latex']),
    describeZbar(['document/pdf split=barcode']),
  ]);
  return [
    { name: SOFFICE.name, version: libreOffice, package: SOFFICE.package, need: 'required', neededFor: office },
    {
      name: 'python3-uno',
      version: uno,
      package: 'python3-uno',
      need: 'optional',
      neededFor: office.map((target) => `${target} warm`),
    },
    chromium,
    pandoc,
    typst,
    latex,
    {
      name: RSVG.name,
      version: rsvg,
      package: RSVG.package,
      need: 'optional',
      neededFor: ['document/* from dwg, dxf', 'document/pdf stamp_text, page_numbers'],
    },
    {
      name: TNEF.name,
      version: tnef,
      package: TNEF.package,
      need: 'optional',
      neededFor: ['document/* from winmail.dat'],
    },
    {
      name: READPST.name,
      version: readpst,
      package: READPST.package,
      need: 'optional',
      neededFor: ['document/* from pst'],
    },
    ...pdf,
    zbar,
    layout,
    ...redaction,
    ...signatures,
    ...ghostscript,
    fontTools,
    fieldTexts,
    ...recognition,
    ffmpeg,
    ...speech,
    ...fonts.map(({ script, family }) => ({
      name: `font for ${script}`,
      version: family,
      package: 'fonts-* (debian-packages.txt)',
      need: script === 'Latin' ? ('required' as const) : ('optional' as const),
      neededFor: [`document/* in ${script}`],
    })),
  ];
}

/** Returns the targets that have a route with a step of this kind. */
function targetsWith(wanted: (step: Step) => boolean): string[] {
  return PAGE_TARGETS.filter((target) =>
    Object.values(ROUTES).some((row) => isRoute(row[target]) && row[target].steps.some((step) => wanted(step))),
  ).map((target) => `document/${target}`);
}

async function pythonUnoVersion(): Promise<string | null> {
  const found = await Promise.all(
    PYTHON_UNO.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true) ? 'installed' : null;
}
