import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** Each package contains all that a page needs, so none of its dependencies is fetched. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'chart.js': '4.6.1',
  d3: '7.9.2',
  echarts: '6.1.0',
  leaflet: '1.9.4',
  mermaid: '12.3.0',
  'plotly.js-dist-min': '4.1.2',
};

/** Fetches the libraries from the npm registry, each into a subfolder with its name. */
export async function fetchLibraries(folder: string): Promise<void> {
  await mkdir(folder);
  const named = Object.entries(LIBRARIES);
  const packages = named.map(([name, version]) => `${name}@${version}`);
  await execa('npm', ['pack', ...packages, '--ignore-scripts', '--loglevel=error'], { cwd: folder, stderr: 'inherit' });
  for (const [name, version] of named) {
    await mkdir(join(folder, name));
    const unpack = ['-xzf', `${name}-${version}.tgz`, '-C', name, '--strip-components=1', '--no-same-owner'];
    await execa('tar', unpack, { cwd: folder });
  }
}
