/** A raw statement: the worker reads the suppressed addresses of each batch, and joins the statement with others. */

import { namedAddresses } from '#lib/engine/attempt/overrides.ts';
import { erasedForms } from '#lib/erasure/address-hash.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { readTogether } from '#lib/postgres/db.ts';
import type { Recipient } from '#lib/steps/run.ts';
import { listedForm } from './address.ts';
import { SUPPRESSED_CHANNELS } from './causes.ts';
import type { Suppression } from './check.ts';

/** Returns the suppressed addresses of the recipients, and the suppressed addresses that triggers name. */
export async function loadSuppressions(
  environmentId: string,
  recipients: readonly Recipient[],
  overrides: readonly JsonObject[],
): Promise<Suppression[]> {
  const own = recipients.flatMap(({ email, phone }) => [email, phone].filter((text) => text !== null));
  return suppressedAmong(environmentId, [...own, ...overrides.flatMap(namedAddresses)]);
}

export const SUPPRESSIONS = `
SELECT channel, address, event, created_at AS since FROM suppressions
WHERE environment_id = $1 AND channel IN ('email', 'sms') AND address = ANY ($2)`;

/** Returns the suppressions of these addresses, which contain no names. */
export async function suppressedAmong(environmentId: string, texts: readonly string[]): Promise<Suppression[]> {
  const addresses = texts.flatMap((text) => [
    // The form of rows from the time before the listed form existed.
    text.toLowerCase(),
    ...SUPPRESSED_CHANNELS.map((channel) => listedForm(channel, text)),
  ]);
  if (addresses.length === 0) return [];
  const erased = await erasedAddresses(environmentId, texts);
  const rows = await readTogether<Suppression & Record<string, unknown>>('runs-suppressions', SUPPRESSIONS, [
    environmentId,
    [...new Set([...addresses, ...erased.keys()])],
  ]);
  return rows.map((row) => ({ ...row, address: erased.get(row.address) ?? row.address }));
}

/** Returns the addresses by the hashes under which they are suppressed if their subscriber was erased. */
async function erasedAddresses(environmentId: string, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const places = texts.flatMap((text) =>
    SUPPRESSED_CHANNELS.map((channel) => ({ channel, address: listedForm(channel, text) })),
  );
  const forms = await erasedForms(environmentId, places);
  return new Map(forms.map((form, at) => [form, places[at]?.address ?? '']));
}
