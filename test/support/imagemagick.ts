import { existsSync } from 'node:fs';

/* ImageMagick, 7 on Debian 13 and 6 on Debian 12. The bare names may belong to other programs. */
const VERSION = existsSync('/usr/bin/convert-im7.q16') ? 'im7' : 'im6';
const program = (name: string): string => `/usr/bin/${name}-${VERSION}.q16`;

export const CONVERT = program('convert');
export const COMPARE = program('compare');
export const IDENTIFY = program('identify');
export const MONTAGE = program('montage');
