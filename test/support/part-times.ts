import type { Reporter, TestModule } from 'vitest/node';
import { partOfSuite } from './part-of-suite.ts';

interface Row {
  files: number;
  tests: number;
  failed: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** Prints what each part of the suite took, and what passed at the second try only. Parts overlap a little: the next begins while the last files of one still run. */
export class PartTimes implements Reporter {
  readonly #rows = new Map<string, Row>();
  readonly #unsteady: string[] = [];
  /** Tests of details that have another day. */
  #later = 0;

  onInit(): void {
    console.log(`matrices and details are those of day ${process.env.TEST_DAY} (TEST_DAY)`);
  }

  onTestModuleStart(module: TestModule): void {
    this.#row(module);
  }

  onTestModuleEnd(module: TestModule): void {
    const row = this.#row(module);
    const all = [...module.children.allTests()];
    const tests = all.map((test) => test.result().state);
    for (const test of all) {
      if (!test.diagnostic()?.flaky) continue;
      const reasons = (test.result().errors ?? []).map(({ message }) => message);
      this.#unsteady.push(`${module.relativeModuleId} > ${test.fullName}\n  ${reasons.join('\n  ')}`);
    }
    row.files += 1;
    row.tests += tests.filter((state) => state === 'passed' || state === 'failed').length;
    this.#later += tests.filter((state) => state === 'pending').length;
    row.failed += tests.filter((state) => state === 'failed').length;
    row.to = Date.now();
  }

  onTestRunEnd(): void {
    for (const name of this.#unsteady) console.log(`passed at the second try only: ${name}`);
    if (this.#later > 0) console.log(`${this.#later} tests of details have another day (TEST_DETAILS=all runs all)`);
    if (this.#rows.size < 2) return;
    const line = (...columns: (string | number)[]) =>
      columns.map((column, index) => (index === 0 ? String(column).padEnd(12) : String(column).padStart(8))).join('');
    console.log(`\n${line('part', 'files', 'tests', 'failed', 'seconds')}`);
    for (const [name, { files, tests, failed, from, to }] of this.#rows) {
      console.log(line(name, files, tests, failed, ((to - from) / 1000).toFixed(0)));
    }
  }

  #row(module: TestModule): Row {
    const now = Date.now();
    const part = partOfSuite(module.moduleId);
    const row = this.#rows.get(part) ?? { files: 0, tests: 0, failed: 0, from: now, to: now };
    this.#rows.set(part, row);
    return row;
  }
}
