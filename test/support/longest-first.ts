import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose files take longest, so that what runs beside others does not remain alone at the end. */
const FIRST = ['whole', 'integration', 'document'];

/** Vitest's own order within each project. Files of a project stay together: they share processes. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number => {
      const index = FIRST.indexOf(project.name);
      return index === -1 ? FIRST.length : index;
    };
    const sorted = await super.sort(files);
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return sorted.sort((a, b) => group(a) - group(b) || rank(a) - rank(b));
  }
}
