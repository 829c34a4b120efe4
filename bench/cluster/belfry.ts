/** Two web processes and three workers, each on a separate host. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bench/until.ts';
import { programs } from '#scripts/supervise.ts';
import { Host, type HostProgram } from './host.ts';

const WEB_PORT = 3000;
const METRICS_PORT = 9464;

/** A host with one process of Belfry, which a supervisor would restart. */
export class BelfryHost extends Host {
  readonly #kind: 'web' | 'worker';
  readonly #variables: Record<string, string>;
  #program: HostProgram | undefined;

  constructor(kind: 'web' | 'worker', name: string, number: number, variables: Record<string, string>) {
    super(name, number);
    this.#kind = kind;
    this.#variables = { ...variables, HOST: this.front, PORT: String(WEB_PORT) };
    if (kind === 'worker') this.#variables.WORKER_METRICS_PORT = String(METRICS_PORT);
  }

  /** Starts the host, if it is down, and the process. Returns when the process is ready. */
  async start(): Promise<void> {
    if (!this.isUp) await this.boot();
    const args = this.#kind === 'web' ? [...programs.web, '--api-only'] : programs.worker;
    this.#program = this.runNode(this.#kind, args, this.#variables);
    await until(`${this.name} ready`, 90_000, async () => {
      await sleep(100);
      return this.isReady();
    });
  }

  /** Stops the process and starts it again, as a release does. */
  async replace(): Promise<void> {
    await this.#program?.stop();
    await this.start();
  }

  /** Whether a load balancer would send requests to the web process, or whether the worker responds. */
  async isReady(): Promise<boolean> {
    const url = this.#kind === 'web' ? `:${WEB_PORT}/api/health/ready` : `:${METRICS_PORT}/health`;
    const response = await fetch(`http://${this.front}${url}`, { signal: AbortSignal.timeout(2_000) }).catch(ignore);
    await response?.text().catch(ignore);
    return response?.ok ?? false;
  }

  /** Returns the number of attempts that this worker has made. */
  async attempts(): Promise<number> {
    const response = await fetch(`http://${this.front}:${METRICS_PORT}/metrics`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(ignore);
    const text = (await response?.text().catch(ignore)) ?? '';
    const lines = text.split('\n').filter((line) => line.startsWith('belfry_attempts_total'));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  }
}

function ignore(): undefined {
  return undefined;
}
