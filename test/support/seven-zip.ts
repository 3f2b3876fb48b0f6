import { existsSync } from 'node:fs';

/** Debian's 7-Zip, not the build that converts. Debian 12 names it 7zz, Debian 13 7z. */
export const DEBIAN_7ZIP = existsSync('/usr/bin/7zz') ? '/usr/bin/7zz' : '/usr/bin/7z';
