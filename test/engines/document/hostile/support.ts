import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPython } from '../../../../src/process/python.ts';
import type { OfficeWay } from '../../../../tools/programs/libreoffice/convert.ts';
import type { OfficeStore } from '../../../../tools/programs/libreoffice/job.ts';
import { patience } from '../../../support/slowness.ts';
import { officeVersion } from '../../../tools/programs/libreoffice/fonts-support.ts';
import type { Order, Outcome } from './driver.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../../../..');

/** Whether LibreOffice is 7.4, that of Debian 12, or later: documents can do different things to them. */
export const IS_7 = (await officeVersion().catch(() => 0)) < 8;

export type Way = Exclude<OfficeWay, 'auto'>;
export const WAYS: readonly Way[] = ['warm', 'once', 'cold'];

/**
 * `guarded`: as convertd runs it. `exposed`: the control, without sandbox and hardened settings: macros run, links are
 * followed. `unsandboxed`: only the settings protect. `sandboxed only`: only the sandbox protects.
 */
export type Guard = 'guarded' | 'exposed' | 'unsandboxed' | 'sandboxed only';

export type Family = 'writer' | 'calc' | 'impress' | 'draw';

/** PDF, which contains what is shown, and LibreOffice's own format, which contains everything. */
export const STORES: Readonly<Record<Family, readonly OfficeStore[]>> = {
  writer: [pdf('writer'), { name: 'out.odt', filter: 'writer8' }],
  calc: [pdf('calc'), { name: 'out.ods', filter: 'calc8' }],
  impress: [pdf('impress'), { name: 'out.odp', filter: 'impress8' }],
  draw: [pdf('draw'), { name: 'out.odg', filter: 'draw8' }],
};

function pdf(family: Family): OfficeStore {
  return { name: 'out.pdf', filter: `${family}_pdf_Export`, data: { UseLosslessCompression: true } };
}

/** A file made by a script. */
export interface Made {
  readonly name: string;
  readonly path: string;
  readonly filter: string | null;
  readonly family: Family;
  readonly options?: string;
}

/** @param seconds time limit, by default one that is not reached */
export function orderOf({ name, path, filter, family, options }: Made, seconds = patience(60)): Order {
  const load = { filter, ...(options === undefined ? {} : { options }) };
  return { name, seconds, input: path, load, store: STORES[family] };
}

/** Replacements in a copy without guards; each must apply. */
const LOWERED: readonly (readonly [file: string, from: string, to: string])[] = [
  ['convert.py', 'NEVER_EXECUTE_MACROS = NO_UPDATE_OF_LINKS = 0', 'NEVER_EXECUTE_MACROS, NO_UPDATE_OF_LINKS = 4, 3'],
  ['soffice.bas', 'MacroExecMode.NEVER_EXECUTE', 'MacroExecMode.ALWAYS_EXECUTE_NO_WARN'],
  ['soffice.bas', 'UpdateDocMode.NO_UPDATE', 'UpdateDocMode.FULL_UPDATE'],
  [
    'registrymodifications.xcu',
    '"BlockUntrustedRefererLinks" oor:op="fuse"><value>true',
    '"BlockUntrustedRefererLinks" oor:op="fuse"><value>false',
  ],
  [
    'registrymodifications.xcu',
    '"DisableMacrosExecution" oor:op="fuse"><value>true',
    '"DisableMacrosExecution" oor:op="fuse"><value>false',
  ],
  [
    'registrymodifications.xcu',
    '"MacroSecurityLevel" oor:op="fuse"><value>3',
    '"MacroSecurityLevel" oor:op="fuse"><value>0',
  ],
  [
    'registrymodifications.xcu',
    'Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0',
    'Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2',
  ],
  [
    'registrymodifications.xcu',
    'Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>1',
    'Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0',
  ],
  ['registrymodifications.xcu', '"Load" oor:op="fuse"><value>false', '"Load" oor:op="fuse"><value>true'],
  ['registrymodifications.xcu', '"Executable" oor:op="fuse"><value>false', '"Executable" oor:op="fuse"><value>true'],
];

/** A folder for a test file, and methods that run LibreOffice in it. */
export class Place {
  readonly folder: string;
  #runs = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Place> {
    const place = new Place(await realpath(await mkdtemp(join(tmpdir(), 'convertd-hostile-'))));
    await place.#lower();
    return place;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async newFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Runs a Python script of this folder and parses its output as JSON. */
  async python<T>(script: string, args: readonly string[]): Promise<T> {
    const { stdout } = await promisify(execFile)(findPython(), ['-B', join(HERE, script), ...args], {
      maxBuffer: 64 * 1024 ** 2,
    });
    return (stdout === '' ? null : JSON.parse(stdout)) as T;
  }

  /** Converts in a separate process, two at a time. @returns name to outcome. The folder for temporary files must be empty afterwards. */
  async convert(guard: Guard, way: Way, orders: readonly Order[]): Promise<ReadonlyMap<string, Outcome>> {
    this.#runs += 1;
    const base = await this.newFolder(`run-${this.#runs}`);
    const list = join(base, 'orders.json');
    const temporary = await this.newFolder(`tmp-${this.#runs}`);
    await writeFile(list, JSON.stringify(orders));
    const isLowered = guard === 'exposed' || guard === 'sandboxed only';
    const isSandboxed = guard === 'guarded' || guard === 'sandboxed only';
    const code = isLowered ? join(this.folder, 'lowered') : ROOT;
    const driver = join(code, 'test/engines/document/hostile/driver.ts');
    const env = { PATH: '/usr/bin:/bin', TMPDIR: temporary, SANDBOX: isSandboxed ? 'auto' : 'off' };
    const { stdout } = await promisify(execFile)(process.execPath, [driver, way, list, base, '2'], {
      env,
      maxBuffer: 64 * 1024 ** 2,
    });
    const outcomes = JSON.parse(stdout) as Outcome[];
    return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
  }

  /** Makes a copy of the code without LibreOffice's own guards. */
  async #lower(): Promise<void> {
    const code = join(this.folder, 'lowered');
    const office = 'tools/programs/libreoffice';
    for (const part of ['src', office, 'test/engines/document/hostile', 'test/support/engine-context.ts']) {
      await cp(join(ROOT, part), join(code, part), {
        recursive: true,
        filter: (path) => !path.includes('__pycache__'),
      });
    }
    await writeFile(join(code, 'package.json'), '{"type": "module"}');
    await symlink(join(ROOT, 'node_modules'), join(code, 'node_modules'));
    for (const [name, from, to] of LOWERED) {
      const path = join(code, office, name);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
      await writeFile(path, text.replaceAll(from, to));
    }
  }
}
