/** What a PostScript program would like to get at; absolute paths. */
export interface Places {
  /** A file that exists. */
  readonly secret: string;
  /** A PostScript program that exists. */
  readonly program: string;
  /** A folder in which nothing may be written. */
  readonly folder: string;
}

const eps = (program: string, box = '0 0 100 100'): string =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: ${box}\n1 1 1 setrgbcolor 0 0 100 100 rectfill\n${program}\nshowpage\n%%EOF\n`;

/** Paints where the code in it did not fail. */
const paintsAfter = (code: string): string =>
  eps(`{ ${code} } stopped not { 1 0 1 setrgbcolor 0 0 100 100 rectfill } if`);

/** White pictures, unless what they reach for is had: then they are painted, or leave a file. By name. */
export function intrusions({ secret, program, folder }: Places): Readonly<Record<string, string>> {
  return {
    'read a file': paintsAfter(`(${secret}) (r) file 10 string readstring pop length 0 eq { stop } if`),
    'run a program': eps(`{ (${program}) run } stopped pop`),
    'list a folder': eps(
      `{ (${folder}/*) { pop 1 0 1 setrgbcolor 0 0 100 100 rectfill } 1000 string filenameforall } stopped pop`,
    ),
    'write a file': paintsAfter(`(${folder}/written) (w) file dup (x) writestring closefile`),
    'delete a file': paintsAfter(`(${folder}/victim) deletefile`),
    'rename a file': paintsAfter(`(${folder}/victim) (${folder}/renamed) renamefile`),
    'start a program': paintsAfter(`(%pipe%touch ${folder}/piped) (w) file closefile`),
    'read the output of a program': paintsAfter('(%pipe%echo hello) (r) file 4 string readstring not { stop } if pop'),
    'write the output elsewhere': eps(`{ << /OutputFile (${folder}/elsewhere.png) >> setpagedevice } stopped pop`),
  };
}

const filled = '1 0 0 setrgbcolor 0 0 50 50 rectfill';

/** What never ends, or takes all there is. By name; those that begin with "pages" are of the kind ps. */
export const ENDLESS: Readonly<Record<string, string>> = {
  loop: eps('{ } loop'),
  memory: eps('mark { 60000 string } loop'),
  recursion: eps('/f { f 1 } def f'),
  'drawing without end': eps('{ 0 0 100 100 rectfill } loop'),
  'huge box': eps(filled, '0 0 1000000 1000000'),
  'huge page': `%!PS\n<< /PageSize [1000000 1000000] >> setpagedevice ${filled} showpage\n`,
  'pages without end': `%!PS\n{ ${filled} showpage } loop\n`,
};
