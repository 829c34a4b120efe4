import { startSmsProvider } from '#bench/delivery/sms-provider.ts';
import type { Finding } from '#bench/faults/scenario.ts';
import { runMain } from '#scripts/cli-error.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';

/** @param sentToWaiting returns the number of requests at the provider for waiting runs. */
type Rehearse = (
  server: DebianPostgres,
  providerUrl: string,
  sentToWaiting: () => Promise<number>,
) => Promise<Finding[]>;

/**
 * Runs a rehearsal with a server and a provider, and prints its findings. If a finding misses its target, the exit code
 * is 1.
 */
export function runRehearsal(rehearse: Rehearse, settings?: readonly string[]): Promise<void> {
  return runMain(async () => {
    const server = await startDebianPostgres(settings);
    const provider = await startSmsProvider();
    try {
      const findings = await rehearse(server, provider.url, async () => (await provider.tally()).byTag.waiting ?? 0);
      for (const { what, measured, toReach, isMet } of findings)
        console.log(`| ${what} | ${isMet ? measured : `**${measured}**`} | ${toReach} |`);
      if (findings.some(({ isMet }) => !isMet)) process.exitCode = 1;
    } finally {
      provider.stop();
      server.stop();
    }
  });
}
