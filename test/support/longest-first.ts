import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders of test/ whose files take longest. They start first, so that no long file runs alone at the end. */
const FIRST = ['whole', 'service', 'process', 'worker'];

/** Keeps Vitest's order within each folder. Files of a folder, or of an engine, stay together because they share processes. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const others = [...new Set(sorted.map(folderOf))].filter((folder) => !FIRST.includes(folder)).sort();
    const order = [...FIRST, ...others];
    return sorted.sort((one, other) => order.indexOf(folderOf(one)) - order.indexOf(folderOf(other)));
  }
}

/** Returns `service`, `engines/audio` and so on; `unit` for unit tests, which are quick enough to come last. */
function folderOf({ moduleId }: TestSpecification): string {
  if (moduleId.endsWith('.unit.ts')) return 'unit';
  const [folder = '', name = ''] = relative(TESTS, moduleId).split('/');
  return folder === 'engines' ? `${folder}/${name}` : folder;
}

const TESTS = new URL('../', import.meta.url).pathname;
