/** Milliseconds that this thread has computed: on a busy machine work takes longer, not more. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
