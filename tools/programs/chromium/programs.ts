import { type ProgramDescription, type ProgramPlaces, programVersion } from '../../../src/process/programs.ts';

/**
 * Paths of Chromium: Debian's headless shell. The browser with windows is not a substitute: it needs system calls that the sandbox refuses.
 */
export const CHROMIUM: ProgramPlaces = {
  name: 'Chromium',
  env: 'CHROMIUM_BIN',
  candidates: ['/usr/bin/chromium-headless-shell'],
  package: 'chromium-headless-shell',
  purpose: 'opening web pages',
};

/** Describes Chromium for `convertd doctor`. */
export async function describeChromium(neededFor: readonly string[]): Promise<ProgramDescription> {
  const version = await programVersion(CHROMIUM);
  return { name: 'chromium-headless-shell', version, package: CHROMIUM.package, need: 'optional', neededFor };
}
