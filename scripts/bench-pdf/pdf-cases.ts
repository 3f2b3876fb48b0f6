import type { PdfOptions } from '../../engines/document/operations/operation.ts';
import { operations } from './engine.ts';
import type { Inputs } from './inputs.ts';
import type { Call, Case } from './measure.ts';

/** qpdf keeps streams unchanged, as in the engine. */
const PRESERVE = '--stream-data=preserve';

/** Each structural operation against the equivalent call of qpdf. */
export function structureCases({ parts, book, long, one, stamp, tall, huge }: Inputs): readonly Case[] {
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
    row('split all', [one], { split: 'all' }, one, PRESERVE, ...SINGLE),
    row('one_file_per_page', [book], { one_file_per_page: true }, book, PRESERVE, ...SINGLE),
    row('linearize', [long], { linearize: true }, long, PRESERVE, '--linearize', out),
    row('passwords', [long], PASSWORDS, long, PRESERVE, ...ENCRYPTED, out),
    row('stamp', [first, stamp], { stamp: true }, first, PRESERVE, '--overlay', ...laid(stamp), out),
    row('watermark', [first, stamp], { watermark: true }, first, PRESERVE, '--underlay', ...laid(stamp), out),
    row('compression basic', [long], { compression: 'basic' }, long, ...COMPRESSED, out),
    ...largeCases(row, tall, huge),
  ];
}

type Row = (name: string, inputs: readonly string[], options: Partial<PdfOptions>, ...args: string[]) => Case;

/** The structural cases with documents so large that the bare calls take some 10 seconds. */
function largeCases(row: Row, [tall = '', ...others]: readonly string[], huge: string): readonly Case[] {
  const out = 'out.pdf';
  const rotated = { rotate: [{ pages: '1-last', angle: 90 as const }] };
  return [
    row('large: merge', [tall, ...others], { merge: true }, tall, PRESERVE, '--pages', '.', ...others, '--', out),
    row('large: rearrange', [tall], { rearrange: 'last-1' }, tall, PRESERVE, '--pages', '.', 'z-1', '--', out),
    row('large: rotate', [huge], rotated, huge, PRESERVE, '--rotate=+90:1-z', out),
    row('large: one_file_per_page', [tall], { one_file_per_page: true }, tall, PRESERVE, ...SINGLE),
    row('large: linearize', [huge], { linearize: true }, huge, PRESERVE, '--linearize', out),
    row('large: passwords', [huge], PASSWORDS, huge, PRESERVE, ...ENCRYPTED, out),
    row('large: compression', [huge], { compression: 'basic' }, huge, ...COMPRESSED, out),
  ];
}

const PASSWORDS = { new_user_password: 'one', new_owner_password: 'two' };
const ENCRYPTED = ['--encrypt', 'one', 'two', '256', '--'];

const SINGLE = ['--split-pages=1', 'page-%d.pdf'];

const laid = (stamp: string): string[] => [stamp, '--from=', '--repeat=1', '--'];

const COMPRESSED = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];

const GHOSTSCRIPT: Call = ['gs', '-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-sOutputFile=out.pdf'];

/** Operations that qpdf does not have, against Ghostscript doing the same or something similar. */
export function ghostscriptCases({ one, plain, photos }: Inputs): readonly Case[] {
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
    row('quality screen, with a form', 'ghostscript', one, { quality: 'screen' }, ...SCREEN),
    row('quality screen, without', 'ghostscript', plain, { quality: 'screen' }, ...SCREEN),
    row('quality screen, photos', 'ghostscript', photos, { quality: 'screen' }, '-dPDFSETTINGS=/screen'),
    row('grayscale, photos', 'ghostscript', photos, { grayscale: true }, ...GRAY),
    row('color gray', 'ghostscript', one, { color: 'gray' }, ...GRAY),
  ];
}

/** The version of the input, which the engine keeps: with 2.0 Ghostscript embeds all fonts. */
const SCREEN = ['-dPDFSETTINGS=/screen', '-dCompatibilityLevel=2.0'];

const GRAY = ['-sColorConversionStrategy=Gray', '-sProcessColorModel=DeviceGray'];
