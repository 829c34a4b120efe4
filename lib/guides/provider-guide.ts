import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { fieldLabel, withLabels } from '#lib/providers/catalogue/field-label.ts';
import { foundAt } from '#lib/providers/catalogue/found-at.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import type { CredentialChoice, CredentialField, Provider } from '#lib/providers/provider.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { code, table } from './markdown.ts';

/**
 * Returns the guide of a provider as Markdown. Undefined for a provider that is unknown or cannot be used for sending.
 */
export function providerGuide(providerId: string): string | undefined {
  const provider = findProvider(providerId);
  if (!provider?.deliverable || !provider.channel) return undefined;
  const { displayName, availabilityNote, docsLink, channel } = provider;
  return [
    `# ${displayName}`,
    `Belfry sends ${CHANNEL_NAMES[channel]} messages through ${displayName}. The ID of the provider is ${code(toWireName(provider.id))}.`,
    ...(availabilityNote ? [`> ${availabilityNote}`] : []),
    ...(docsLink ? [`[Documentation of ${displayName}](${docsLink})`] : []),
    ...fieldsSection(provider),
    ...supportSection(provider),
    '## Create the integration',
    'Open *Integrations*, choose *Connect provider* and fill in the form. *Send a test message* shows the response of the provider.',
    'The same request from code, with `KEY` set to an API key of the environment. The values are placeholders:',
    `\`\`\`sh\n${createCommand(provider)}\n\`\`\``,
  ].join('\n\n');
}

function fieldsSection(provider: Provider): string[] {
  const fields = withLabels(provider.credentials).filter(({ unread }) => !unread);
  if (fields.length === 0)
    return ['## Fields', 'The integration has no fields. The address is part of each connection.'];
  const chosen = new Set(provider.choice?.options.flatMap(({ on }) => on));
  const first = fields.find(({ key }) => chosen.has(key));
  const rows = fields.flatMap((field) => {
    if (provider.choice && field === first) return [choiceRow(provider.choice)];
    if (chosen.has(field.key)) return [];
    const found = `${foundAt(provider, field.key) ?? '—'}${field.secret ? ' Encrypted and masked.' : ''}`;
    return [[`${field.displayName}${needText(field, provider)}`, found, code(field.key)]];
  });
  return ['## Fields', table(['Field', 'Where the value is found', 'Key in `credentials`'], rows)];
}

/** Returns the row of a choice, which the form shows instead of its switches. */
function choiceRow({ displayName, description, options }: CredentialChoice): string[] {
  const names = options.map(({ name, on }) =>
    on.length === 0 ? `*${name}*` : `*${name}* (${on.map((key) => `${code(key)}: ${code('true')}`).join(', ')})`,
  );
  const keys = options.flatMap(({ on }) => on).map(code);
  return [displayName, [`${names.join(', ')}.`, description].filter(Boolean).join(' '), keys.join(', ')];
}

function needText({ required, unless }: CredentialField, { credentials }: Provider): string {
  const other = credentials.find(({ key }) => key === unless);
  if (required && other) return ` (not needed with ${fieldLabel(other)})`;
  return required ? '' : ' (optional)';
}

/** Returns the section made from the table in docs/providers.md, which registry.test.ts compares with the providers. */
function supportSection({ id }: Provider): string[] {
  const row = supportRows().get(id);
  if (!row) return [];
  const [, , request, connection, repeats, ownId] = row;
  const facts = [
    ['Request', request],
    ['Connection test without sending', connection === '—' ? 'No: send a test message' : connection],
    ['Protection against repeated delivery', repeats === '—' ? 'None at this provider' : repeats],
    ['Field with the message ID', ownId === '—' ? 'None' : ownId],
  ].map(([label = '', value = '']) => [label, value]);
  return ['## Support', table(['Feature', 'Belfry with this provider'], facts)];
}

let rowsById: ReadonlyMap<string, readonly string[]> | undefined;

function supportRows(): ReadonlyMap<string, readonly string[]> {
  if (!rowsById) {
    const text = readFileSync(join(process.cwd(), 'docs/providers.md'), 'utf8');
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    rowsById = new Map(rows.map((row) => [(row[0] ?? '').replaceAll('`', ''), row]));
  }
  return rowsById;
}

/** Returns the command that creates an integration with placeholders for its required credentials. */
function createCommand({ id, displayName, channel, credentials }: Provider): string {
  const wireId = toWireName(id);
  const given = credentials.filter(({ required, unread }) => required && !unread);
  const body = {
    name: displayName,
    identifier: `${wireId}-1`,
    providerId: wireId,
    channel,
    active: true,
    credentials: Object.fromEntries(given.map((field) => [field.key, placeholder(field)])),
  };
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  const headers = `-H "Authorization: ApiKey $KEY" -H 'Content-Type: application/json'`;
  return `curl http://127.0.0.1:3000/api/v1/integrations \\\n  ${headers} -d '${json}'`;
}

function placeholder({ displayName, format, options, type, default: usual }: CredentialField): string | boolean {
  if (type === 'switch') return false;
  const option = options?.find(({ value }) => value !== null)?.value;
  return option ?? usual ?? PLACEHOLDERS[format ?? ''] ?? `YOUR ${displayName}`;
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  host: 'smtp.example.com',
  url: 'https://example.com/hook',
  urlOrHost: 'https://example.com',
  headerName: 'x-api-key',
  mailbox: 'hello@example.com',
};
