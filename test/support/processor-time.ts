/** Milliseconds of processor time that this process takes, with all its threads, while asynchronous work goes on. */
export async function processorTimeDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
