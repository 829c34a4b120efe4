import { decrypt, encrypt } from '#lib/crypto.ts';
import { openCredentials, sealCredentials } from '#lib/integrations/credentials.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import { webhookUrlContext } from '#lib/subscribers/wire.ts';
import type { JsonObject } from './rows.ts';

/** Rows with plain or encrypted secrets. */
type SecretRow = Record<string, unknown> & { id: string };

/** Encrypts the secrets of a row with the keys of this installation. Rows without secrets stay unchanged. */
export function sealed<Row extends SecretRow>(table: string, row: Row, environmentId: string): Row {
  return changed(table, row, environmentId, { credentials: sealCredentials, text: encrypt });
}

/** The inverse of `sealed`. */
export function opened<Row extends SecretRow>(table: string, row: Row, environmentId: string): Row {
  return changed(table, row, environmentId, { credentials: openCredentials, text: decrypt });
}

interface Change {
  credentials: typeof sealCredentials;
  text: typeof encrypt;
}

function changed<Row extends SecretRow>(table: string, row: Row, environmentId: string, change: Change): Row {
  const credentialsOf = (value: unknown) =>
    value && change.credentials(value as JsonObject, { environmentId, integrationId: row.id });
  if (table === 'integrations') {
    return {
      ...row,
      ...('credentials' in row && { credentials: credentialsOf(row.credentials) }),
      ...('configurations' in row && { configurations: credentialsOf(row.configurations) }),
    };
  }
  if (table === 'subscriber_channels') {
    const { webhookUrl, ...credentials } = (row.credentials ?? {}) as { webhookUrl?: string };
    if (webhookUrl === undefined) return row;
    const url = change.text(webhookUrl, webhookUrlContext(environmentId, row.id));
    return { ...row, credentials: { ...credentials, webhookUrl: url } };
  }
  if (table === 'messages' && typeof row.direct_webhook_url === 'string') {
    const context = directWebhookUrlContext(environmentId, row.id);
    return { ...row, direct_webhook_url: change.text(row.direct_webhook_url, context) };
  }
  return row;
}
