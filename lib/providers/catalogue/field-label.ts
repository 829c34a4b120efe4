import type { CredentialField } from '#lib/providers/provider.ts';

/**
 * Returns the fields with the names that the dashboard and the guides show: in sentence case, with the vendor's current
 * terms. The API keeps the interface's names.
 */
export function withLabels(fields: readonly CredentialField[]): CredentialField[] {
  return fields.map((field) => ({ ...field, displayName: fieldLabel(field) }));
}

export function fieldLabel({ displayName }: Pick<CredentialField, 'displayName'>): string {
  return LABELS.get(displayName) ?? displayName;
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['AWS API Key', 'AWS API key'],
  ['AWS Region', 'AWS region'],
  // https://developers.facebook.com/docs/whatsapp/cloud-api
  ['Access API token', 'Access token'],
  ['Phone Number Identification', 'Phone number ID'],
  ['Access Key ID', 'Access key ID'],
  ['Access Secret', 'Access secret'],
  ['Access Token', 'Access token'],
  ['Alert State', 'Alert state'],
  ['Anthropic API Key', 'Anthropic API key'],
  ['Anthropic Environment ID', 'Anthropic environment ID'],
  ['API Key', 'API key'],
  ['API Key Request Header', 'API key request header'],
  ['API Secret', 'API secret'],
  ['API Token', 'API token'],
  ['App Secret', 'App secret'],
  ['Auth Token', 'Auth token'],
  ['Authentication Token Key', 'Authentication token key'],
  ['Bot Token', 'Bot token'],
  ['Channel Access Token', 'Channel access token'],
  ['Client Secret', 'Client secret'],
  ['Content Type', 'Content type'],
  ['Date Path', 'Date path'],
  ['Default Sender ID', 'Default sender ID'],
  ['External Link', 'External link'],
  ['Id Path', 'ID path'],
  ['IP Pool Name', 'IP pool name'],
  ['Personal Access Token (x-auth-token)', 'Personal access token (x-auth-token)'],
  ['Private Key', 'Private key'],
  ['Product Token', 'Product token'],
  ['Secret Hmac Key', 'Secret HMAC key'],
  ['Secret Key', 'Secret key'],
  ['Secret Key Request Header', 'Secret key request header'],
  ['Sender Name', 'Sender name'],
  ['Service Account (entire JSON file)', 'Service account (entire JSON file)'],
  ['Service Plan ID', 'Service plan ID'],
  ['Signing Secret', 'Signing secret'],
  ['SMS Channel Id', 'SMS channel ID'],
  ['User id', 'User ID'],
  ['User id (x-user-id)', 'User ID (x-user-id)'],
  ['Verify Token', 'Verify token'],
]);
