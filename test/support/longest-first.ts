import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { partOfSuite } from './part-of-suite.ts';

/** Parts whose files take longest, so that what runs beside others does not remain alone at the end; and what is short enough to end with. */
const FIRST = ['whole', 'integration', 'document'];
const LAST = ['unit'];

/** Vitest's own order within each part. Files of a part stay together: they share processes. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const parts = [...new Set(sorted.map(({ moduleId }) => partOfSuite(moduleId)))].sort();
    const others = parts.filter((part) => !FIRST.includes(part) && !LAST.includes(part));
    const order = [...FIRST, ...others, ...LAST];
    const rank = ({ moduleId }: TestSpecification): number => order.indexOf(partOfSuite(moduleId));
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
