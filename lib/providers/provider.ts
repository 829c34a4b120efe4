/** Facts about a provider: an entry of the catalogue. */
import type { Channel } from './channel.ts';

interface CredentialOption {
  name: string;
  /** The value to store. Null: the provider's own default, for which nothing is stored. */
  value: string | null;
}

/** The input types of a form. `object` is a JSON object. */
export const CREDENTIAL_TYPES = ['string', 'textarea', 'number', 'switch', 'dropdown', 'object'] as const;

/**
 * The format of a credential text:
 * - `host`: a name, or an address without brackets.
 * - `url`: an http or https URL without user name and password. In `urlOrHost`, the scheme may be missing.
 * - `headerName` and `headerValue`: the parts of a request header.
 * - `mailbox`: one email address, optionally with a name before it.
 * - `privateKey`: a key in PEM form.
 * - `option`: one of the field’s options.
 */
export const CREDENTIAL_FORMATS = [
  'port',
  'host',
  'url',
  'urlOrHost',
  'headerName',
  'headerValue',
  'mailbox',
  'connections',
  'privateKey',
  'option',
] as const;
export type CredentialFormat = (typeof CREDENTIAL_FORMATS)[number];

export interface CredentialField {
  /** Key in `Integration.credentials` (spec 2.5). */
  key: string;
  displayName: string;
  /** The purpose of the credential or where to find it. Absent if the name is sufficient. */
  description?: string;
  type: (typeof CREDENTIAL_TYPES)[number];
  /** The format of the text. Absent: any text is valid. */
  format?: CredentialFormat;
  required: boolean;
  /** The key of another field. If that field has a value, this field is not required. */
  unless?: string;
  /** Fields with the same word belong together: either all of them have a value, or none. */
  together?: string;
  /** Whether the dashboard masks the value. In the database, every text is encrypted. */
  secret: boolean;
  /** Whether the field is rarely needed, so that forms hide the field in a collapsed section. */
  advanced?: true;
  /** Whether the value is stored for compatibility but never used, so that forms do not show the field. */
  unread?: true;
  /** Whether any random text is valid, so that the dashboard can generate one. */
  generated?: true;
  default?: string;
  options?: readonly CredentialOption[];
}

/** Several switches that together express one choice. Forms show the choice instead of the first switch. */
export interface CredentialChoice {
  displayName: string;
  description?: string;
  /** Whether the form of a new integration starts without a selection, and requires one. */
  isExplicit?: true;
  options: readonly CredentialChoiceOption[];
}

export interface CredentialChoiceOption {
  name: string;
  /** The switches that this option turns on. The other switches of the choice are not stored. */
  on: readonly string[];
  /**
   * Usual values of other fields for this option. A value is set only if the field is empty or has the usual value of
   * another option.
   */
  usual?: Readonly<Record<string, string>>;
}

/**
 * The provider's availability: `renamed` exists under another name, `legacy` still works but will end, `undeliverable`
 * delivers only through another vendor's cloud, `unverified` has no known public documentation.
 */
export const AVAILABILITIES = ['current', 'renamed', 'legacy', 'undeliverable', 'unverified'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export interface ProviderFacts {
  /** The neutral ID: IDs with the vendor prefix start with `svc` here. */
  id: string;
  displayName: string;
  kind: 'delivery' | 'agent';
  /** The channel. Absent for agent runtimes. */
  channel?: Channel;
  availability: Availability;
  /** A sentence about the availability. */
  availabilityNote?: string;
  /** The provider's own documentation. */
  docsLink?: string;
  /** The vendor's own colour as `#rrggbb`, for the tile that is shown without a logo. */
  color?: string;
  /** Whether a chat provider sends to the subscriber’s phone, or passes the phone number to the customer’s server. */
  sendsToPhone?: true;
  /** False for an email provider that refuses custom headers in some plans. */
  acceptsHeaders?: false;
  /** Whether reports about the provider's messages arrive in a mailbox, which Belfry reads over IMAP. */
  readsMailbox?: true;
  credentials: readonly CredentialField[];
  /** The choice that several switches express. Absent: the form shows every switch as a separate field. */
  choice?: CredentialChoice;
}

/** An entry of the catalogue. */
export interface Provider extends ProviderFacts {
  /** Whether Belfry can send through the provider. */
  deliverable: boolean;
}
