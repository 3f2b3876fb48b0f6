/** A frame, with its samples and those of the frames that it called. */
export interface Frame {
  readonly name: string;
  samples: number;
  readonly calls: Map<string, Frame>;
}

const HEAD = /^(\S.*?)\s+(\d+)$/;
const LINE = /^\s+[0-9a-f]+ (.+) \((.*)\)$/;

/**
 * Parses the output of `perf script -F comm,pid,ip,sym,dso` to a tree: below its root processes by name, below these their calls.
 *
 * @param root folder whose path is removed from the names of our functions
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
      // Consecutive frames of a library without symbols become one.
      if (name === frame.name) continue;
      const next = frame.calls.get(name) ?? { name, samples: 0, calls: new Map() };
      frame.calls.set(name, next);
      next.samples += 1;
      frame = next;
    }
  }
  return all;
}

/** Internal functions of V8 and Node with a name of their own; others belong to the function that called them. */
const INSIDE: readonly (readonly [RegExp, string])[] = [
  [/Heap|Mark|Scaveng|Sweep|GarbageColl|Allocat/, 'garbage collection'],
  [/Compil|Pars|Bytecode|Interpreter|Maglev|Turbo/, 'compilation of scripts'],
];

/** Returns the name of our function with its file, of a system call, of a library's function, or of the library; null if skipped. */
function frameName(line: string, root: string, process: string): string | null {
  const [, symbol = '', library = ''] = LINE.exec(line) ?? [];
  if (symbol === '' || symbol.startsWith('Builtins_')) return null;
  // V8's map: JS:*name file:///folder/file.ts:12:3, with a sign for its compilation tier.
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
  // Anonymous memory: LibreOffice's code, moved to huge pages, or code compiled by V8.
  if (/^perf-\d+\.map$/.test(file)) return process === 'python3' ? '[code on huge pages]' : null;
  return file === '[unknown]' ? null : `[${file}]`;
}

/** Returns the system call, or the first use of a memory page; null for the frames below them. */
function kernelName(symbol: string): string | null {
  if (/exc_page_fault$/.test(symbol)) return 'page fault';
  const call = /^__x64_sys_(\w+)$/.exec(symbol)?.[1];
  return call === undefined ? null : `kernel: ${call}`;
}
