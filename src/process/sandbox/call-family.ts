/**
 * Sets of system calls that programs can make, listed in call_sets.py.
 *
 * - `program`: what command line programs need.
 * - `node`: what Node needs; it starts no processes.
 * - `book`: Chromium, also the one inside calibre.
 * - `web`: Chromium that connects to one port (`port` of a command), which Landlock enforces.
 * - `parent`: a Python worker process that forks a child for each job (fork_server.py). It opens no file of a task itself.
 */
export type CallFamily = 'program' | 'node' | 'book' | 'web' | 'parent';

/** The family that the program states, otherwise by its type. */
export function familyOf(program: { readonly path: string; readonly calls?: CallFamily }): CallFamily {
  return program.calls ?? (program.path === process.execPath ? 'node' : 'program');
}
