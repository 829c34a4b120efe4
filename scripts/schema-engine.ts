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
 */
export async function schemaEngine(pool: pg.Pool): Promise<bindings.SchemaEngine> {
  await load();
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool));
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
}

/** Sends whole scripts, which PostgreSQL accepts. The original adapter cuts them at every semicolon, even inside function bodies. */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script);
    };
    return adapter;
  }
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
