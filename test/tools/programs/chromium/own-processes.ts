import { execa } from 'execa';

/** A process that this one has started, itself or by others. */
export interface OwnProcess {
  readonly pid: string;
  readonly command: string;
}

/** Returns the processes that this one has started, and those that they have. */
export async function ownProcesses(): Promise<OwnProcess[]> {
  const { stdout } = await execa('ps', ['-eo', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const mine = new Set([String(process.pid)]);
  for (let before = 0; before < mine.size; ) {
    before = mine.size;
    for (const [pid = '', parent = ''] of rows) if (mine.has(parent)) mine.add(pid);
  }
  return rows
    .filter(([pid = '']) => mine.has(pid))
    .map(([pid = '', , ...words]) => ({ pid, command: words.join(' ') }));
}

/** Returns the process ids of the browsers that this process has started; a browser's further processes have a type. */
export async function ownBrowsers(): Promise<string[]> {
  const all = await ownProcesses();
  const isBrowser = ({ command }: OwnProcess) =>
    /^\S*headless-shell .*--remote-debugging-pipe/.test(command) && !command.includes('--type=');
  return all.filter(isBrowser).map(({ pid }) => pid);
}
