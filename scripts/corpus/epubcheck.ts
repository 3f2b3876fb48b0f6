import { execa } from 'execa';

/**
 * Returns the errors that epubcheck finds in a book; none in a valid one. Each consists of its code, the part and the message. Throws if
 * epubcheck does not finish.
 */
export async function epubErrors(book: string): Promise<string[]> {
  // Debian's program is a JAR, which not every system starts by itself. A small compiler starts faster.
  const args = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-jar', '/usr/bin/epubcheck', book];
  const { all } = await execa('java', args, { timeout: 300_000, maxBuffer: 256 * 1024 ** 2, all: true, reject: false });
  const errors = all.split('\n').filter((line) => /^(?:ERROR|FATAL)\(/.test(line));
  if (errors.length === 0 && !/^Messages: 0 fatals \/ 0 errors|No errors or warnings|finished with warnings/m.test(all))
    throw new Error(`epubcheck did not finish: ${all.slice(-200)}`);
  return errors.map((line) => line.replaceAll(/\S*\.epub\//g, '').slice(0, 300));
}
