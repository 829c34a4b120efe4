import { readFileSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Origin } from './derived-ids.ts';

/** The history as the engine made it, in order of time. `npm run demo` writes it. */
const ARCHIVE = new URL('./history.ndjson.zst', import.meta.url);

/**
 * The names with which the history was made. Loading replaces them with names of the installation, and a longer name
 * before a name with which it begins.
 */
export const MADE_BY = {
  environmentId: 'demo-environment',
  organizationId: 'demo-organization',
  userEmail: 'demo-user@fennelandoak.example',
  userId: 'demo-user',
  apiKeyId: 'demo-api-key',
} as const;

/** One transaction: its time in milliseconds since the start of the history, and its changes. */
export type Transaction = [at: number, ...changes: Change[]];

/**
 * A row that was inserted (values in the order of `TableColumns.columns`), changed (only these columns), or deleted.
 * `key` is `keyOf` the row. `origin` is the source of a derived ID.
 */
export type Change =
  | [table: number, inserted: unknown[], origin?: Origin]
  | [table: number, key: string, changed: Record<string, unknown> | null];

export interface TableColumns {
  name: string;
  columns: string[];
  /** The primary key without the environment. */
  key: string[];
}

/** The first line contains the tables, each further line one transaction. */
export interface Archive {
  tables: TableColumns[];
  /** JSON of transactions. */
  lines: string[];
}

export function readArchive(): Archive {
  const [header = '', ...lines] = zstdDecompressSync(readFileSync(ARCHIVE)).toString().split('\n');
  return { tables: JSON.parse(header) as TableColumns[], lines };
}

export function textOf({ tables, lines }: Archive): string {
  return [JSON.stringify(tables), ...lines].join('\n');
}

/** Writes the archive. @returns the size of the file in bytes. */
export function writeArchive(archive: Archive): number {
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  const packed = zstdCompressSync(textOf(archive), { params });
  writeFileSync(ARCHIVE, packed);
  return packed.length;
}

/** The row's key as text. */
export function keyOf({ key }: TableColumns, row: Record<string, unknown>): string {
  return key.map((column) => String(row[column])).join(' ');
}
