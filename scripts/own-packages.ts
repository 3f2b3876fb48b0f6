import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

/**
 * Installs packages that only one script needs and that are large: they have a package.json and a lock file in the script's folder, and are
 * installed there when it first runs.
 *
 * @param folder of the script
 * @returns path of its node_modules
 */
export async function ownPackages(folder: URL): Promise<string> {
  const path = fileURLToPath(folder);
  const modules = join(path, 'node_modules');
  // npm writes it after everything is installed.
  if (!existsSync(join(modules, '.package-lock.json'))) {
    console.error(`installing the npm packages of ${path}`);
    await execa('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: path,
      stdout: 'ignore',
      stderr: 'inherit',
    });
  }
  return modules;
}
