import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { parseStoreLocation } from '../files/stores/store-location.ts';
import { countUnremoved } from '../process/folders/remove-tree.ts';
import { VERSION } from '../version.ts';
import { countUnhandledRejections } from './unhandled-errors.ts';

/** Folders on disks to monitor, by the value of the label `place`. */
export type Disks = Readonly<Partial<Record<'work' | 'outputs', string>>>;

/** Returns the folders that a process fills: where tasks work, and where outputs are stored unless that is S3. */
export function disksOf({ workRoot, outputStore }: { workRoot: string; outputStore: string }): Disks {
  const store = parseStoreLocation(outputStore);
  return { work: workRoot, ...(store.kind === 'folder' && { outputs: store.path }) };
}

/** Metrics with names against Prometheus' own rules (only counters end with `_total`); the same name without the suffix has their sums. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds metrics of the process and its machine: those of Node (`process_*`, `nodejs_*`), the version, and the space on its disks. */
export function addMachineMetrics(registry: Registry, disks: Disks): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'convertd_build_info',
    help: 'Always 1; its labels are the versions of convertd and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  new Gauge({
    name: 'convertd_unremoved_folders',
    help: 'Folders of tasks that could not be removed yet.',
    registers,
    collect() {
      this.set(countUnremoved());
    },
  });
  new Counter({
    name: 'convertd_unhandled_rejections_total',
    help: 'Errors that no code awaited. Each is a defect; the log has it.',
    registers,
    collect() {
      this.reset();
      this.inc(countUnhandledRejections());
    },
  });
  const addDiskGauge = (name: string, help: string, bytesOf: (found: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['place'],
      registers,
      async collect() {
        this.reset();
        for (const [place, folder] of Object.entries(disks)) {
          const found = await fileSystemOf(folder);
          if (found !== null) this.set({ place }, bytesOf(found));
        }
      },
    });
  addDiskGauge(
    'convertd_disk_size_bytes',
    'Size of the file system of a folder: where tasks work, and where outputs are stored.',
    ({ blocks, bsize }) => blocks * bsize,
  );
  addDiskGauge(
    'convertd_disk_available_bytes',
    'Space that this user can still fill there.',
    ({ bavail, bsize }) => bavail * bsize,
  );
}

/** If the folder does not exist yet, it will be on the file system of the folder above it. */
export async function fileSystemOf(folder: string): Promise<StatsFs | null> {
  try {
    return await statfs(folder);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing && dirname(folder) !== folder ? fileSystemOf(dirname(folder)) : null;
  }
}
