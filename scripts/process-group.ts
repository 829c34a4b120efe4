import { CliError } from './cli-error.ts';
import { type DataFolder, startDatabase } from './instance.ts';
import type { Postgres } from './postgres.ts';
import type { Service } from './supervise.ts';

const MAX_RESTARTS = 5;

/** The started processes, which are stopped in reverse order. */
export class ProcessGroup {
  folder?: DataFolder;
  postgres?: Postgres | undefined;
  services: Service[] = [];
  #stopping?: Promise<void>;
  #firstEnd?: Promise<string>;

  get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      await Promise.all(this.services.map((service) => service.stop()));
      await this.postgres?.stop();
      this.folder?.release();
    })();
    return this.#stopping;
  }

  /**
   * Resolves to a message about the first process that ended permanently without being stopped. Call this once all
   * processes run.
   */
  firstEnd(): Promise<string> {
    this.#firstEnd ??= Promise.race([...this.services.map((service) => service.failed), this.#databaseEnd()]);
    return this.#firstEnd;
  }

  /** Restarts the embedded database at the same address, so that the other processes find it again. */
  async #databaseEnd(): Promise<string> {
    for (let restarts = 0; this.postgres && this.folder; restarts++) {
      const { url } = this.postgres;
      const code = await this.postgres.exited;
      if (this.isStopping) break;
      if (restarts === MAX_RESTARTS) return 'The embedded PostgreSQL ended repeatedly.';
      console.error(`The embedded PostgreSQL ended (exit code ${code}) and is being restarted.`);
      try {
        this.postgres = await startDatabase(this.folder);
      } catch (error) {
        if (error instanceof CliError) return error.message;
        throw error;
      }
      if (this.postgres?.url !== url) return 'The embedded PostgreSQL could not be restarted on its port.';
    }
    return new Promise(() => undefined);
  }
}
