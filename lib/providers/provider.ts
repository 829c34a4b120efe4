/** What is known of a provider without talking to it, and the two builders of its credential fields. */
import type { Channel } from './channel.ts';

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
  /** Neutral: what the interface calls by the service's word starts with `svc`. */
  id: string;
  displayName: string;
  kind: 'delivery' | 'agent';
  /** Absent for agent runtimes. */
  channel?: Channel;
  /** The provider's own documentation. */
  docsLink?: string;
  credentials: readonly CredentialField[];
}

/** Keys that hold secrets whatever the provider. A webhook URL grants the right to post, so it counts as one. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
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
  // May hold a client certificate's private key.
  'tlsOptions',
]);

type FieldExtras = Partial<Pick<CredentialField, 'type' | 'default' | 'options' | 'description' | 'secret'>>;

export function required(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { key, displayName, type: 'string', required: true, secret: SECRET_KEYS.has(key), ...extras };
}

export function optional(key: string, displayName: string, extras: FieldExtras = {}): CredentialField {
  return { ...required(key, displayName, extras), required: false };
}
