import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from './cli-error.ts';
import { freePort } from './postgres.ts';
import { root } from './sources.ts';
import { programs, supervise } from './supervise.ts';

export interface ServiceOptions {
  /** Overrides the variables of this process, which must name a database that is set up. */
  variables?: Record<string, string>;
  /** Starts Next alone, without the front server. */
  plain?: boolean;
  /** Starts the front server alone, without pages. It needs no build. */
  apiOnly?: boolean;
  /** A file for the output. Default: the output of this process. */
  log?: string;
}

export interface RunningService {
  /** The origin, such as http://127.0.0.1:40123. */
  url: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

const plainNext = [
  '--import',
  join(root, 'scripts', 'end-with-parent.mjs'),
  join(root, 'node_modules', 'next', 'dist', 'bin', 'next'),
  'start',
];

/**
 * Starts another web process on a free port and waits until it is ready. The web process exits no later than this
 * process.
 */
export async function startService({
  variables = {},
  plain = false,
  apiOnly = false,
  log,
}: ServiceOptions = {}): Promise<RunningService> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const front = apiOnly ? [...programs.web, '--api-only'] : programs.web;
  const args = plain ? [...plainNext, '--port', String(port), '--hostname', '127.0.0.1'] : front;
  const env = { ...process.env, HOST: '127.0.0.1', ...variables, PORT: String(port) };
  const service = supervise('web', args, { env, output: log ? openSync(log, 'a') : 'inherit' });
  try {
    await untilReady(url, service.failed);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return { url, pid: service.pid, stop: service.stop };
}

/**
 * Waits until a web process reports that it, its database and its data are ready.
 *
 * @param failed settles with a message if the process can no longer become ready.
 */
export async function untilReady(origin: string, failed: Promise<string>): Promise<void> {
  let ended: string | undefined;
  void failed.then((reason) => {
    ended = reason;
  });
  let answer = 'nothing';
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && ended === undefined; await sleep(40)) {
    const response = await fetch(`${origin}/api/health/ready`).catch(() => undefined);
    if (response?.status === 200) return;
    answer = response ? await response.text() : 'nothing';
  }
  throw new CliError(
    ended ?? `The web process did not become ready within a minute; its readiness check returned ${answer}.`,
  );
}
