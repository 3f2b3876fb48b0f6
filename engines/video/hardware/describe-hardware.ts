import { readdir } from 'node:fs/promises';
import { execa } from 'execa';
import type { ProgramDescription } from '../../../src/process/programs.ts';
import { environment } from '../../../src/settings/read.ts';
import { parseCoders } from '../../../tools/programs/ffmpeg/installed.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import { deviceProblem, type HardwareChoice, readHardware } from './device.ts';
import { HARDWARE_NAMES, type HardwareKind } from './encoders.ts';
import { missingEncoder } from './use-hardware.ts';

const KINDS: readonly HardwareKind[] = ['vaapi', 'nvenc', 'qsv'];

/** Debian's driver packages. */
const DRIVERS: Readonly<Record<HardwareKind, string>> = {
  vaapi: 'va-driver-all',
  nvenc: 'libnvidia-encode1',
  qsv: 'intel-media-va-driver',
};

/** Describes for `convertd doctor` what ffmpeg and the machine have, and whether the operator's choice (null: none) can be used. */
export async function describeHardware(
  ffmpeg: Program,
): Promise<{ notes: string[]; chosen: ProgramDescription | null }> {
  const coders = parseCoders(await listEncoders(ffmpeg), 'V');
  const has = (kind: HardwareKind) => ['h264', 'hevc', 'av1'].filter((codec) => coders.has(`${codec}_${kind}`));
  const encoders = KINDS.flatMap((kind) => {
    const codecs = has(kind);
    return codecs.length === 0 ? [] : [`${HARDWARE_NAMES[kind]} (${codecs.join(', ')})`];
  });
  const devices = await Promise.all((await findDevices()).map(describeDevice));
  const choice = readHardware();
  const notes = [
    `hardware encoders: ${encoders.join(', ') || 'none in this ffmpeg'}; devices: ${devices.join(', ') || 'none'}; VIDEO_HARDWARE=${choice?.kind ?? 'off'}`,
  ];
  return { notes, chosen: choice === null ? null : await describeChoice(choice, has(choice.kind)) };
}

async function describeChoice(choice: HardwareChoice, codecs: readonly string[]): Promise<ProgramDescription> {
  const problem = codecs.includes('h264') ? await deviceProblem(choice) : await missingEncoder(`h264_${choice.kind}`);
  const description = {
    name: `${HARDWARE_NAMES[choice.kind]} (VIDEO_HARDWARE=${choice.kind})`,
    need: 'required' as const,
    package: DRIVERS[choice.kind],
    neededFor: ['video encoded to h264, h265, av1'],
  };
  if (problem !== null) return { ...description, version: null, problem };
  return { ...description, version: `by ${choice.device}` };
}

async function listEncoders({ path }: Program): Promise<string> {
  const { stdout = '' } = await execa(path, ['-hide_banner', '-encoders'], {
    reject: false,
    stdin: 'ignore',
    timeout: 60_000,
    env: { PATH: environment().PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8' },
    extendEnv: false,
  });
  return stdout;
}

/** Finds render nodes and NVIDIA's devices. */
async function findDevices(): Promise<HardwareChoice[]> {
  const names = async (folder: string) => (await readdir(folder).catch(() => [])).sort();
  const rendering = (await names('/dev/dri')).filter((name) => /^renderD\d+$/.test(name));
  const nvidia = (await names('/dev')).filter((name) => /^nvidia\d+$/.test(name));
  return [
    ...rendering.map((name) => ({ kind: 'vaapi' as const, device: `/dev/dri/${name}` })),
    ...nvidia.map((name) => ({ kind: 'nvenc' as const, device: `/dev/${name}` })),
  ];
}

async function describeDevice(choice: HardwareChoice): Promise<string> {
  const problem = await deviceProblem(choice);
  return problem === null ? choice.device : `${choice.device} (${problem})`;
}
