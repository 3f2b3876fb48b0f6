import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { DECODER_LIMITS, type Decoder, INPUT, picturesIn, type Unpacking, written } from './decoder.ts';

/** From dcmtk 3.6.9 on one program decodes all; before, there is one for no compression and JPEG, and one for JPEG-LS. */
const WITH_JPEG: ProgramPlaces = {
  name: 'dcmj2pnm',
  candidates: ['/usr/bin/dcm2img', '/usr/bin/dcmj2pnm'],
  package: 'dcmtk',
};
const WITH_JPEG_LS: ProgramPlaces = {
  name: 'dcml2pnm',
  candidates: ['/usr/bin/dcm2img', '/usr/bin/dcml2pnm'],
  package: 'dcmtk',
};

/** Arguments that take the brightness from the first window of the file, else from the darkest to the brightest pixel. */
const WINDOWS = [['+Wi', '1'], ['+Wm']];

function dcmtk(program: ProgramPlaces): Decoder {
  return { name: 'dcmtk', programs: [program], unpack: (unpacking) => unpack(program, unpacking) };
}

async function unpack(program: ProgramPlaces, unpacking: Unpacking) {
  const { context, folder } = unpacking;
  const path = await findProgram(program);
  let log = '';
  for (const window of WINDOWS) {
    const { stderr, exitCode } = await context.run({
      name: program.name,
      path,
      args: ['-q', '+on', '+Fa', ...window, INPUT, 'frame'],
      cwd: folder,
      limits: DECODER_LIMITS,
      acceptExitCodes: 'any',
    });
    log = stderr;
    if (exitCode === 0) break;
  }
  return picturesIn(await written(folder, '.png', log), unpacking);
}

/** Decodes all frames of a DICOM file. */
export const dicom: Decoder = dcmtk(WITH_JPEG);

/** Decodes DICOM with JPEG-LS. */
export const dicomJpegLs: Decoder = dcmtk(WITH_JPEG_LS);
