import { relative } from 'node:path';

/** The part of the suite that a file belongs to: the project it is of, where projects are named. @param file absolute, or from the root of the project */
export function partOfSuite(file: string): string {
  const path = relative(ROOT, file);
  if (path.endsWith('.unit.ts')) return 'unit';
  const [, folder = '', name = ''] = path.split('/');
  if (folder === 'engines') return name;
  if (folder === 'tools' || folder === 'inputs') return 'tools';
  return folder === 'whole' ? 'whole' : 'integration';
}

const ROOT = new URL('../../', import.meta.url).pathname;
