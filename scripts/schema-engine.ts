import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';

/**
 * Returns Prisma's schema engine as WebAssembly inside this process, without a download or a second program.
 *
 * @param pool the database for migrations. A comparison of two schemas does not connect.
 * @param onCitus whether to send each statement separately, because Citus forwards some statements to its nodes
 * together with the rest of their script.
 */
export async function schemaEngine(pool: pg.Pool, onCitus = false): Promise<bindings.SchemaEngine> {
  await load();
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool, onCitus));
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
}

/** Sends whole scripts, which PostgreSQL accepts. The original adapter cuts them at every semicolon, even inside function bodies. */
class WholeScripts extends PrismaPg {
  readonly #pool: pg.Pool;
  readonly #onCitus: boolean;

  constructor(pool: pg.Pool, onCitus: boolean) {
    super(pool);
    this.#pool = pool;
    this.#onCitus = onCitus;
  }

  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      if (this.#onCitus) await this.#runOneByOne(script);
      else await this.#pool.query(script);
    };
    return adapter;
  }

  /** Runs the statements of a script in one transaction, as PostgreSQL does with the whole script. */
  async #runOneByOne(script: string): Promise<void> {
    const client = await this.#pool.connect();
    try {
      for (const statement of ['BEGIN', ...statementsOf(script), 'COMMIT']) await client.query(statement);
    } finally {
      client.release(true);
    }
  }
}

/** Cuts a script at the semicolons that end a line, except inside function bodies. */
export function statementsOf(script: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let isInBody = false;
  for (const line of script.split('\n').filter((each) => !each.trimStart().startsWith('--'))) {
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody;
    lines.push(line);
    if (isInBody || !line.trimEnd().endsWith(';')) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  return statements;
}

let loaded: Promise<void> | undefined;

/** Loads the engine. The package's own entry imports its .wasm as a module, which Node does not support by default. */
function load(): Promise<void> {
  loaded ??= (async () => {
    const entry = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = await readFile(entry.replace(/\.js$/, '.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
    bindings.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
  })();
  return loaded;
}
