import {
  locateProgram,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../src/process/programs.ts';

/*
 * Programs that an operator may have installed, and that open DWG files which we cannot: of releases before R12, and
 * damaged ones. Neither is part of Debian.
 */

/** LibreDWG's converter from DWG to DXF (https://www.gnu.org/software/libredwg). */
export const DWG2DXF: ProgramPlaces = {
  name: 'dwg2dxf',
  env: 'DWG2DXF_BIN',
  candidates: ['/usr/bin/dwg2dxf', '/usr/local/bin/dwg2dxf'],
  package: 'libredwg, of gnu.org/software/libredwg',
};

/** The Open Design Alliance's converter (https://www.opendesign.com/guestfiles/oda_file_converter). */
export const ODA_CONVERTER: ProgramPlaces = {
  name: 'ODAFileConverter',
  env: 'ODA_FILE_CONVERTER_BIN',
  candidates: ['/usr/bin/ODAFileConverter', '/usr/local/bin/ODAFileConverter'],
  package: 'ODAFileConverter, of opendesign.com',
};

const NEEDED_FOR = ['cad/dwg and cad/dxf from DWG before R12, and from DWG that our reader finds damaged'];

/** Describes the programs, of which one is enough, with the version if it reports one. */
export async function describeOtherPrograms(): Promise<ProgramDescription[]> {
  const [libreDwg, oda] = await Promise.all([
    programVersion(DWG2DXF),
    // It opens a window when asked for its version.
    locateProgram(ODA_CONVERTER).then((path) => (path === null ? null : 'installed')),
  ]);
  const both = { need: 'optional', neededFor: NEEDED_FOR } as const;
  return [
    { name: DWG2DXF.name, version: libreDwg, package: DWG2DXF.package, ...both },
    { name: ODA_CONVERTER.name, version: oda, package: ODA_CONVERTER.package, ...both },
  ];
}
