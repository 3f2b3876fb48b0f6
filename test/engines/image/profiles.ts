/** Debian's icc-profiles-free, and the profiles that come with Ghostscript. */
const ICC = '/usr/share/color/icc';
export const SRGB = `${ICC}/ghostscript/srgb.icc`;
export const CMYK = `${ICC}/ghostscript/default_cmyk.icc`;
/** Adobe RGB (1998). */
export const WIDE = `${ICC}/ghostscript/a98.icc`;
