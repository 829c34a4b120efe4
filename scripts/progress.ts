const width = 34;

/**
 * Runs one stage of a start, and shows its title and its duration. On a terminal, the duration is updated while the
 * stage runs.
 */
export async function showProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const show = (mark: string) => `  ${mark} ${title.padEnd(width)} ${seconds().padStart(8)}`;
  const live = process.stdout.isTTY;
  const processes = live ? setInterval(() => process.stdout.write(`\r${show('…')}`), 100) : undefined;
  // Without a terminal, only a stage that takes long is announced.
  const slow = live ? undefined : setTimeout(() => console.log(`  … ${title}`), 1500);
  try {
    const result = await work();
    clearInterval(processes);
    clearTimeout(slow);
    process.stdout.write(`${live ? '\r' : ''}${show('✓')}\n`);
    return result;
  } catch (error) {
    clearInterval(processes);
    clearTimeout(slow);
    process.stdout.write(`${live ? '\r' : ''}${show('✗')}\n`);
    throw error;
  }
}
