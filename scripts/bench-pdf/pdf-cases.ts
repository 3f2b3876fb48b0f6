import type { PdfOptions } from '../../engines/document/operations/operation.ts';
import { operations } from './engine.ts';
import type { Inputs } from './inputs.ts';
import type { Call, Case } from './measure.ts';

/** qpdf leaves streams as they are, as the engine has it do. */
const PRESERVE = '--stream-data=preserve';

/** Each structural operation against the call of qpdf that does the same. */
export function structureCases({ parts, book, long, one, stamp }: Inputs): readonly Case[] {
  const row = (name: string, inputs: readonly string[], options: Partial<PdfOptions>, ...args: string[]): Case => {
    const call: Call = ['qpdf', ...args];
    const bareName = `qpdf ${args.filter((arg) => !arg.includes('/')).join(' ')}`;
    return { name, group: 'structure', bareName, bare: [call], engine: operations(inputs, options) };
  };
  const [first = '', ...others] = parts;
  const out = 'out.pdf';
  return [
    row('merge', parts, { merge: true }, first, PRESERVE, '--pages', '.', ...others, '--', out),
    row('rearrange', [book], { rearrange: 'last-1' }, book, PRESERVE, '--pages', '.', 'z-1', '--', out),
    row('rearrange, half', [book], { rearrange: '1-800' }, book, PRESERVE, '--pages', '.', '1-800', '--', out),
    row('rotate', [long], { rotate: [{ pages: '1-last', angle: 90 }] }, long, PRESERVE, '--rotate=+90:1-z', out),
    row('split all', [one], { split: 'all' }, one, PRESERVE, '--split-pages=1', 'page-%d.pdf'),
    row('one_file_per_page', [book], { one_file_per_page: true }, book, PRESERVE, '--split-pages=1', 'page-%d.pdf'),
    row('linearize', [long], { linearize: true }, long, PRESERVE, '--linearize', out),
    row(
      'new_user_password',
      [long],
      { new_user_password: 'one', new_owner_password: 'two' },
      ...[long, PRESERVE, '--encrypt', 'one', 'two', '256', '--', out],
    ),
    row(
      'stamp',
      [long, stamp],
      { stamp: true },
      long,
      PRESERVE,
      '--overlay',
      stamp,
      '--from=',
      '--repeat=1',
      '--',
      out,
    ),
    row(
      'watermark',
      [long, stamp],
      { watermark: true },
      ...[long, PRESERVE, '--underlay', stamp, '--from=', '--repeat=1', '--', out],
    ),
    row('compression basic', [long], { compression: 'basic' }, long, ...COMPRESSED, out),
  ];
}

const COMPRESSED = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];

const GHOSTSCRIPT: Call = ['gs', '-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-sOutputFile=out.pdf'];

/** Operations that qpdf does not have, against Ghostscript doing the same or the nearest to it. */
export function ghostscriptCases({ one, photos }: Inputs): readonly Case[] {
  const row = (
    name: string,
    group: Case['group'],
    input: string,
    options: Partial<PdfOptions>,
    ...args: string[]
  ): Case => ({
    name,
    group,
    bareName: `gs ${args.join(' ')}`,
    bare: [[...GHOSTSCRIPT, ...args, input]],
    engine: operations([input], options),
  });
  return [
    row('pages_per_sheet 4', 'geometry', one, { pages_per_sheet: 4 }, '-sNupControl=2x2'),
    row('page_size a5', 'geometry', one, { page_size: 'a5' }, '-sPAPERSIZE=a5', '-dFIXEDMEDIA', '-dPDFFitPage'),
    row('quality screen', 'ghostscript', one, { quality: 'screen' }, '-dPDFSETTINGS=/screen'),
    row('quality screen, photos', 'ghostscript', photos, { quality: 'screen' }, '-dPDFSETTINGS=/screen'),
    row('grayscale, photos', 'ghostscript', photos, { grayscale: true }, ...GRAY),
    row('color gray', 'ghostscript', one, { color: 'gray' }, ...GRAY),
  ];
}

const GRAY = ['-sColorConversionStrategy=Gray', '-sProcessColorModel=DeviceGray'];
