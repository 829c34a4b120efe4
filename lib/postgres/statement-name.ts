import { hash } from 'node:crypto';
import type pg from 'pg';

/** PostgreSQL compares only this many bytes of a prepared statement's name. */
const NAME_BYTES = 63;
const HASH_CHARACTERS = 22;

/**
 * The first text of each name, and the names of later texts. Never cleared, because the program has a limited number of
 * statements.
 */
const firstTexts = new Map<string, string>();
const otherNames = new Map<string, string>();

/**
 * Returns the statement with a name that is unique for its text, also within the bytes that PostgreSQL compares.
 * Callers may therefore use one name for several texts. The first text keeps the name, if the name is short enough.
 */
export function withOwnName(statement: pg.QueryConfig): pg.QueryConfig {
  const { name, text } = statement;
  if (name === undefined) return statement;
  const first = firstTexts.get(name);
  if (first === undefined) firstTexts.set(name, text);
  if ((first === undefined || first === text) && Buffer.byteLength(name) <= NAME_BYTES) return statement;
  const key = `${name} ${text}`;
  const own = otherNames.get(key) ?? hashedName(name, key);
  otherNames.set(key, own);
  return { ...statement, name: own };
}

function hashedName(name: string, key: string): string {
  const start = Buffer.from(name)
    .subarray(0, NAME_BYTES - HASH_CHARACTERS - 1)
    .toString('latin1');
  return `${start.replace(/[^ -~]/g, '_')} ${hash('sha256', key).slice(0, HASH_CHARACTERS)}`;
}
