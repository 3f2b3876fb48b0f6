import { loadedPackage, packageVersion } from '../../src/process/packages.ts';
import { type ProgramDescription, programVersion } from '../../src/process/programs.ts';
import { EBOOK_CONVERT } from '../../tools/programs/calibre/programs.ts';
import { describeExiftool } from '../../tools/programs/exiftool/exiftool.ts';
import { describeFfmpegProgram } from '../../tools/programs/ffmpeg/installed.ts';
import { describePikepdf } from '../../tools/programs/pikepdf/programs.ts';
import { describePoppler } from '../../tools/programs/poppler/programs.ts';
import { describeQpdf } from '../../tools/programs/qpdf/programs.ts';

const from = (...formats: string[]): string[] => formats.map((format) => `metadata/json from ${format}`);

/** Describes for `convertd doctor` what reads each kind of file. If one is missing, its files have fewer sections, and a warning. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const pdf = { need: 'required', neededFor: from('pdf') } as const;
  return [
    await describeExiftool({ need: 'required', neededFor: from('pictures', 'pdf', 'doc, xls, ppt and rtf', 'fonts') }),
    {
      name: 'sharp',
      ...(await loadedPackage('sharp')),
      package: 'sharp (npm)',
      need: 'required',
      neededFor: from('pictures'),
    },
    {
      name: 'acad-ts',
      version: await packageVersion('@node-projects/acad-ts'),
      package: '@node-projects/acad-ts',
      need: 'required',
      neededFor: from('dwg and dxf'),
    },
    await describePoppler('pdfinfo', pdf),
    await describePoppler('pdffonts', pdf),
    await describePikepdf({ need: 'optional', neededFor: from('pdf with attached files') }),
    await describePoppler('pdfsig', { need: 'optional', neededFor: from('signed pdf') }),
    await describeQpdf(pdf),
    await describeFfmpegProgram('ffprobe', 'optional', from('sound and film')),
    {
      name: EBOOK_CONVERT.name,
      version: await programVersion(EBOOK_CONVERT),
      package: EBOOK_CONVERT.package,
      need: 'optional',
      neededFor: from('books other than epub'),
    },
  ];
}
