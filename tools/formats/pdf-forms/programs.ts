import { type ProgramDescription, pythonModuleVersion } from '../../../src/process/programs.ts';
import { PYTHON_WITH_PIKEPDF } from '../../programs/pikepdf/programs.ts';

/** Describes the Python modules that draw texts in fields, for `convertd doctor`. */
export async function describeFieldTexts(): Promise<ProgramDescription> {
  return {
    name: 'PyGObject with Pango',
    version: await pythonModuleVersion(PYTHON_WITH_PIKEPDF, 'gi'),
    package: 'python3-gi-cairo and gir1.2-pango-1.0',
    need: 'optional',
    neededFor: ['document/pdf fill, fill_from'],
  };
}
