import { type ProgramDescription, pythonModuleVersion } from '../../../src/process/programs.ts';
import { PYTHON_WITH_PIKEPDF } from '../../programs/pikepdf/programs.ts';

/** Describes the Python module that reads fonts, for `convertd doctor`. */
export async function describeFontTools(): Promise<ProgramDescription> {
  const version = await pythonModuleVersion(PYTHON_WITH_PIKEPDF, 'fontTools');
  return {
    name: 'fontTools',
    version,
    package: 'python3-fonttools',
    need: 'optional',
    neededFor: ['document/pdf pdf_a'],
  };
}
