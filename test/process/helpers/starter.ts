// Has a program started and waits until it is killed. Prints the ids of the program, of its supervisor and of the process that
// forked the supervisor, and the path of the socket.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../../src/process/command.ts';
import { launchServer } from '../../../src/process/supervisor/launch-server.ts';
import { parentOf } from './find-processes.ts';

const workFolder = join(process.argv[2] ?? '', 'killed');
await mkdir(workFolder);
const onStdout = async (line: string) => {
  const supervisor = await parentOf(Number(line));
  const { path } = launchServer() ?? {};
  console.log(JSON.stringify({ pids: [Number(line), supervisor, await parentOf(supervisor)], path }));
};
const call = { name: 'shell', path: '/bin/sh', args: ['-c', 'echo $$; exec sleep 3600'], onStdout };
await runProgram(call, { workFolder, readable: [], signal: new AbortController().signal });
