import { type ProgramDescription, programVersion } from '../../src/process/programs.ts';
import { describeSignatures } from '../../tools/formats/pdf-signatures/signatures.ts';
import { describeFfmpegProgram } from '../../tools/programs/ffmpeg/installed.ts';
import { COMPARE } from '../../tools/programs/imagemagick/compare.ts';
import { describePackers } from '../../tools/programs/picture-packers/places.ts';
import { describePikepdf } from '../../tools/programs/pikepdf/programs.ts';
import { describePoppler } from '../../tools/programs/poppler/programs.ts';

/** Describes the programs that this category runs itself. Those of other engines that it uses are described by their categories. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const media = [
    'operation/compare-image with method ssim',
    'operation/compare-video',
    'operation/* from sound and video',
  ];
  return [
    {
      name: COMPARE.name,
      version: await programVersion(COMPARE, { args: ['-version'] }),
      package: COMPARE.package,
      need: 'required',
      neededFor: ['operation/compare-image', 'operation/compare-pdf'],
    },
    ...(await Promise.all(describePackers(['operation/compress of png and gif']))),
    await describePoppler('pdfimages', { need: 'required', neededFor: ['operation/extract-assets from pdf'] }),
    await describePikepdf({
      need: 'required',
      neededFor: [
        'operation/extract-assets from pdf',
        'operation/form-fields',
        'operation/validate-invoice',
        'operation/validate-pdfa',
      ],
    }),
    ...(await describeSignatures(['operation/validate-signatures'])),
    await describeFfmpegProgram('ffmpeg', 'required', media),
    await describeFfmpegProgram('ffprobe', 'required', media),
  ];
}
