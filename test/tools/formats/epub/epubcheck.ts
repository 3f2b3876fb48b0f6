import { execa } from 'execa';
import { patience } from '../../../support/slowness.ts';

/** Returns the errors that epubcheck finds in a book, each with its code and message; none in a valid book. */
export async function epubErrors(path: string): Promise<string[]> {
  // Debian's program is a JAR, which not every system can start directly. With a simple compiler it starts faster.
  const args = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', '/usr/bin/epubcheck', path];
  const { stdout, stderr, exitCode } = await execa('java', args, { reject: false, timeout: patience(110_000) });
  const lines = `${stdout}\n${stderr}`.split('\n');
  const errors = lines.filter((line) => /^(?:ERROR|FATAL)\(/.test(line)).map((line) => line.slice(0, 300));
  if (errors.length === 0 && exitCode !== 0) throw new Error(`epubcheck failed: ${stderr.slice(-500)}`);
  return errors;
}
