/** Returns the processor time, ms, that all threads of this process use during asynchronous work. */
export async function processorTimeDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
