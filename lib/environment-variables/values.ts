/**
 * Stored values of environment variables, and their form in templates. A raw statement, because the engine reads the
 * values for every batch.
 */
import { decryptCached, encrypt } from '#lib/crypto.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import { logger } from '#lib/logger.ts';
import { readTogether } from '#lib/postgres/db.ts';

/** The text that replaces the value of every secret. */
export const VARIABLE_MASK = CREDENTIAL_MASK;

/** The variables of an environment, which templates read under `env`. */
export interface EnvironmentValues {
  values: Readonly<Record<string, string>>;
  /** The values of secrets, which must not be stored or shown. */
  secrets: readonly string[];
  /** The keys whose values cannot be decrypted. */
  unreadable?: readonly string[];
}

const NO_VALUES: EnvironmentValues = { values: {}, secrets: [] };

interface StoredValue {
  id: string;
  key: string;
  isSecret: boolean;
  value: string;
}

/** Reads the values of an environment for templates. Omits values that cannot be decrypted. */
export async function environmentValues(environmentId: string): Promise<EnvironmentValues> {
  const rows = await storedValues(environmentId);
  if (rows.length === 0) return NO_VALUES;
  const values: [string, string][] = [];
  const secrets: string[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const value = row.isSecret ? openValue(environmentId, row) : row.value;
    if (value === undefined) unreadable.push(row.key);
    else values.push([row.key, value]);
    if (row.isSecret && value) secrets.push(value);
  }
  return { values: Object.fromEntries(values), secrets, unreadable };
}

/** Reads the values of an environment to show them to people: secrets are masked. */
export async function shownValues(environmentId: string): Promise<EnvironmentValues['values']> {
  const rows = await storedValues(environmentId);
  return Object.fromEntries(rows.map(({ key, isSecret, value }) => [key, isSecret ? VARIABLE_MASK : value]));
}

export const VALUES = `
SELECT v.id, v.key, v.is_secret AS "isSecret", v."values" ->> $1 AS value FROM environments e
JOIN environment_variables v ON v.organization_id = e.organization_id AND v."values" ? $1 WHERE e.id = $1 ORDER BY v.key`;

function storedValues(environmentId: string): Promise<StoredValue[]> {
  return readTogether<StoredValue & Record<string, unknown>>('environment-variables-values', VALUES, [environmentId]);
}

function openValue(environmentId: string, { id, key, value: sealed }: StoredValue): string | undefined {
  try {
    return decryptCached(sealed, variableContext(environmentId, id));
  } catch (error) {
    logger().warn({ environmentId, key, error }, 'Failed to decrypt an environment variable');
    return undefined;
  }
}

/** Returns a value in its stored form. */
export function storedValue(isSecret: boolean, value: string, environmentId: string, variableId: string): string {
  return isSecret ? encrypt(value, variableContext(environmentId, variableId)) : value;
}

/**
 * Returns the context with which a value is encrypted. It binds the encrypted value to its variable and environment.
 */
export function variableContext(environmentId: string, variableId: string): string {
  return `environment_variables:${environmentId}:${variableId}:value`;
}
