/** A frame, and what was sampled in it and in what it called. */
export interface Frame {
  readonly name: string;
  samples: number;
  readonly calls: Map<string, Frame>;
}

const HEAD = /^(\S.*?)\s+(\d+)$/;
const LINE = /^\s+[0-9a-f]+ (.+) \((.*)\)$/;

/**
 * The output of `perf script -F comm,pid,ip,sym,dso` as a tree: below its root the processes by their names, below these what they called.
 *
 * @param root folder whose path is left out of the names of our functions
 */
export function framesOf(text: string, root: string): Frame {
  const all: Frame = { name: 'all', samples: 0, calls: new Map() };
  for (const block of text.split('\n\n')) {
    const [head = '', ...lines] = block.trim().split('\n');
    const process = HEAD.exec(head.trim())?.[1];
    if (process === undefined) continue;
    const names = lines.map((line) => frameName(line, root, process)).filter((name) => name !== null);
    let frame = all;
    frame.samples += 1;
    for (const name of [process, ...names.reverse()]) {
      // Several frames of one library without symbols are one.
      if (name === frame.name) continue;
      const next = frame.calls.get(name) ?? { name, samples: 0, calls: new Map() };
      frame.calls.set(name, next);
      next.samples += 1;
      frame = next;
    }
  }
  return all;
}

/** Of what V8 and Node do inside, these are worth a name; the rest belongs to the function that called them. */
const INSIDE: readonly (readonly [RegExp, string])[] = [
  [/Heap|Mark|Scaveng|Sweep|GarbageColl|Allocat/, 'garbage collection'],
  [/Compil|Pars|Bytecode|Interpreter|Maglev|Turbo/, 'compilation of scripts'],
];

/** Name of our own function with its file, of a system call, of a library's function, or of the library; null for what is left out. */
function frameName(line: string, root: string, process: string): string | null {
  const [, symbol = '', library = ''] = LINE.exec(line) ?? [];
  if (symbol === '' || symbol.startsWith('Builtins_')) return null;
  // V8's map: JS:*name file:///folder/file.ts:12:3, the sign for how it was compiled.
  const script = /^(?:JS|Script):[*~^+']?(\S*) (.*)$/.exec(symbol);
  if (script !== null) {
    const [, name = '', place = ''] = script;
    const file = place
      .replace('file://', '')
      .replace(`${root}/`, '')
      .replace(/(:\d+)+$/, '');
    return `${name === '' ? 'function' : name} ${file}`;
  }
  if (library.startsWith('[kernel')) return kernelName(symbol);
  if (/^(v8|node|cppgc|uv_|uv__)/.test(symbol)) return INSIDE.find(([what]) => what.test(symbol))?.[1] ?? null;
  const file = library.split('/').at(-1) ?? '';
  if (symbol !== '[unknown]') return symbol.replace(/\(.*$/, '');
  // Memory that is of no file: LibreOffice's code, which was moved to huge pages, or what V8 compiled.
  if (/^perf-\d+\.map$/.test(file)) return process === 'python3' ? '[code on huge pages]' : null;
  return file === '[unknown]' ? null : `[${file}]`;
}

/** The system call, or a page of memory that is first used; null for what these call. */
function kernelName(symbol: string): string | null {
  if (/exc_page_fault$/.test(symbol)) return 'page fault';
  const call = /^__x64_sys_(\w+)$/.exec(symbol)?.[1];
  return call === undefined ? null : `kernel: ${call}`;
}
