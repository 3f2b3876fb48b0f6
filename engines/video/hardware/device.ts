import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import type { Permission } from '../../../src/process/program-call.ts';
import { COMMON } from '../../../src/settings/common.ts';
import { type Environment, environment, readSetting } from '../../../src/settings/read.ts';
import type { DeviceAccess } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import type { HardwareKind } from './encoders.ts';

/** The operator's choice. */
export interface HardwareChoice {
  readonly kind: HardwareKind;
  /** Path of the device's node. */
  readonly device: string;
}

export const usualDevice = (kind: HardwareKind): string => (kind === 'nvenc' ? '/dev/nvidia0' : '/dev/dri/renderD128');

/** Reads `VIDEO_HARDWARE` and `VIDEO_DEVICE`. Null: videos are encoded in software. */
export function readHardware(env: Environment = environment()): HardwareChoice | null {
  const kind = readSetting('VIDEO_HARDWARE', COMMON.VIDEO_HARDWARE, env);
  if (kind === 'off') return null;
  return { kind, device: readSetting('VIDEO_DEVICE', COMMON.VIDEO_DEVICE, env) ?? usualDevice(kind) };
}

/** Further nodes that NVIDIA's driver opens. */
const NVIDIA_NODES = ['/dev/nvidiactl', '/dev/nvidia-uvm'];

const nodesOf = ({ kind, device }: HardwareChoice): string[] =>
  kind === 'nvenc' ? [device, ...NVIDIA_NODES] : [device];

/** Returns why a device cannot be used, as the end of a sentence. Null: each of its nodes can be opened. */
export async function deviceProblem(choice: HardwareChoice): Promise<string | null> {
  for (const node of nodesOf(choice)) {
    const found = await stat(node).catch(() => null);
    if (found === null) return `there is no ${node}`;
    if (!found.isCharacterDevice()) return `${node} is not a device`;
    const isOpen = await access(node, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isOpen) return `the user of this process may not read and write ${node} (group render or video)`;
  }
  return null;
}

/** What a sandboxed program needs to use a device, and the path of its node with links resolved. */
export type NodeAccess = DeviceAccess & { readonly device: string };

/** Returns the access to a device without problems. */
export async function accessTo(choice: HardwareChoice): Promise<NodeAccess> {
  const device = await realpath(choice.device);
  const nodes = nodesOf({ ...choice, device });
  return {
    device,
    allow: nodes.map((node): Permission => `device:${node as `/dev/${string}`}`),
    readable: choice.kind === 'nvenc' ? ['/proc/driver/nvidia', '/proc/devices'] : await factsAbout(device),
  };
}

/** Returns the paths where drivers read what a device is. */
async function factsAbout(device: string): Promise<string[]> {
  const { rdev } = await stat(device);
  // As in makedev(3), for the numbers below 4096 and 256 that graphics devices have.
  const link = `/sys/dev/char/${(rdev >> 8) & 0xfff}:${rdev & 0xff}/device`;
  const folder = await realpath(link).catch(() => null);
  return folder === null ? [] : ['/sys/dev/char', folder];
}
