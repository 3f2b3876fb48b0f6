import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/** convertd with the layout of the container image. Tests share it; a test that changes it makes a copy. */
export interface ProductionTree {
  /** The folder that corresponds to `/` in the image. */
  readonly root: string;
  /** Environment that the image sets. */
  readonly environment: Readonly<Record<string, string>>;
}

const SCRIPT = fileURLToPath(new URL('../../scripts/container/production_tree.py', import.meta.url));

/** Makes a tree from the lines of the Dockerfile, with the checkout's npm packages. `stop` removes it. */
export async function makeProductionTree(): Promise<ProductionTree & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-tree-'));
  const stop = () => rm(folder, { recursive: true, force: true });
  const root = join(folder, 'root');
  try {
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    // Building ffmpeg takes minutes, and it is not part of the project.
    const { stdout } = await execa('python3', [SCRIPT, root, '--link-modules', 'FFMPEG=debian'], { env: { PATH } });
    return { root, environment: JSON.parse(stdout), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
