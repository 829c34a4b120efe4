/** What is known of a provider without talking to it, and the two builders of its credential fields. */
import type { Channel } from './channel.ts';
import type { NeutralProviderId } from './ids.ts';

export interface CredentialOption {
  name: string;
  /** Null: the provider's own default, nothing is stored. */
  value: string | null;
}

/** Of the input a form shows. `object` is a JSON object. */
export const CREDENTIAL_TYPES = ['string', 'textarea', 'number', 'switch', 'dropdown', 'object'] as const;

export interface CredentialField {
  /** Key in `Integration.credentials` (spec 2.5). */
  key: string;
  displayName: string;
  /** What it is or where to find it, where the name does not say. */
  description?: string;
  type: (typeof CREDENTIAL_TYPES)[number];
  required: boolean;
  /** Encrypted at rest, masked in the dashboard. */
  secret: boolean;
  default?: string;
  options?: readonly CredentialOption[];
}

export interface Provider {
  id: NeutralProviderId;
  displayName: string;
  kind: 'delivery' | 'agent';
  /** Absent for agent runtimes. */
  channel?: Channel;
  /** The provider's own documentation. */
  docsLink?: string;
  credentials: readonly CredentialField[];
}

/** Keys that hold secrets whatever the provider. A webhook URL grants the right to post, so it counts as one. */
const SECRET_KEYS = new Set([
  'apiKey',
  'apiToken',
  'headers',
  'secretKey',
  'token',
  'password',
  'serviceAccount',
  'signingSecret',
  'accessKey',
  'webhookUrl',
]);

/** True for credential keys that are encrypted at rest and masked in the dashboard. */
export function isSecretCredential(key: string): boolean {
  return SECRET_KEYS.has(key);
}

type FieldExtras = Partial<Pick<CredentialField, 'type' | 'default' | 'options' | 'description' | 'secret'>>;

export function required(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { key, displayName, type: 'string', required: true, secret: isSecretCredential(key), ...extras };
}

export function optional(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { ...required(key, displayName, extras), required: false };
}
