/** What is known of a provider without talking to it: an entry of the catalogue. */
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
  /** Masked in the dashboard; encrypted at rest, as every text is. */
  secret: boolean;
  default?: string;
  options?: readonly CredentialOption[];
}

/**
 * How a provider stands with its vendor: `renamed` lives on under another name, `legacy` still works and is on its way out,
 * `undeliverable` delivers only through a cloud that is not ours, `unverified` has no public documentation that we found.
 */
export const STANDINGS = ['current', 'renamed', 'legacy', 'undeliverable', 'unverified'] as const;
export type IntegrationState = (typeof STANDINGS)[number];

export interface ProviderFacts {
  /** Neutral: what the interface calls by the service's word starts with `svc`. */
  id: string;
  displayName: string;
  kind: 'delivery' | 'agent';
  /** Absent for agent runtimes. */
  channel?: Channel;
  standing: IntegrationState;
  /** What to know of its standing, as a sentence. */
  standingNote?: string;
  /** The provider's own documentation. */
  docsLink?: string;
  credentials: readonly CredentialField[];
}

/** An entry of the catalogue. */
export interface Provider extends ProviderFacts {
  /** Whether Belfry can send through it. */
  deliverable: boolean;
}
