/** The values of an integration's form, and their conversion to a request and back. */

import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { IntegrationChange } from '#lib/integrations/client.ts';
import { formatProblems } from '#lib/integrations/credential-formats.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import {
  credentialProblems,
  DAILY_QUOTA,
  IDENTIFIER_TAKEN,
  MAX_INTEGRATION_TEXT,
  needsCredentials,
  RATE_LIMIT,
  takesRateLimit,
} from '#lib/integrations/rules.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { withLabels } from '#lib/providers/catalogue/field-label.ts';
import { switchOf } from '#lib/providers/credential.ts';
import type { CredentialChoice, CredentialField, Provider } from '#lib/providers/provider.ts';
import { choiceKeys, chosenOption } from './credential-choice.ts';

export interface FormValues {
  name: string;
  identifier: string;
  active: boolean;
  sandbox: boolean;
  /** The rate limit as typed. Empty: no rate limit. */
  messagesPerSecond: string;
  /** The daily quota as typed. Empty: no quota. */
  messagesPerDay: string;
  /** The day on which the credentials expire, as typed. Empty: they do not expire. */
  credentialsEndOn: string;
  /** The credentials by the keys of the provider's fields. Objects are JSON text. */
  credentials: Record<string, string | boolean>;
  conditions: StepFilter[];
}

/** Problems by the API's field names. */
export type FormErrors = Readonly<Record<string, string>>;

/** Returns the form values of a new integration, or of an existing one with masked secrets. */
export function formValues(provider: Provider, integration?: Integration): FormValues {
  const stored: Record<string, unknown> | undefined = integration?.credentials;
  return {
    name: integration?.name ?? provider.displayName,
    identifier: integration?.identifier ?? '',
    active: integration?.active ?? true,
    sandbox: integration?.sandbox ?? false,
    messagesPerSecond: String(integration?.messagesPerSecond ?? ''),
    messagesPerDay: String(integration?.messagesPerDay ?? ''),
    credentialsEndOn: integration?.credentialsEndOn ?? '',
    credentials: {
      ...Object.fromEntries(provider.credentials.map((field) => [field.key, initial(field, stored)])),
      ...(!integration && provider.choice?.isExplicit && notChosen(provider.choice)),
      // Without a choice, the kind of the environment decides.
      ...(provider.channel === 'in_app' && { hmac: switchOf(stored ?? {}, 'hmac') ?? '' }),
    },
    conditions: integration?.conditions ?? [],
  };
}

function notChosen(choice: CredentialChoice): Record<string, ''> {
  return Object.fromEntries([...choiceKeys(choice)].map((key) => [key, '']));
}

function initial(field: CredentialField, stored: Record<string, unknown> | undefined): string | boolean {
  const value = stored?.[field.key];
  if (field.type === 'switch') return value === true;
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return CREDENTIAL_MASK;
  return stored ? '' : (field.default ?? '');
}

/**
 * Returns the problems found before sending: missing required credentials of an active integration, credentials that
 * can never work as entered, malformed JSON, a rate limit or quota out of bounds, and texts that the API refuses.
 *
 * @param others the integrations of the environment, whose identifiers are taken.
 */
export function formErrors(
  values: FormValues,
  provider: Provider,
  integration?: Integration,
  others: readonly Integration[] = [],
): FormErrors {
  const { name, identifier, active, sandbox, credentials, conditions } = values;
  const fields = withLabels(provider.credentials);
  const missing = needsCredentials({ active, sandbox })
    ? credentialProblems(fields, (key) => isBlank(credentials[key]))
    : undefined;
  const malformed = formatProblems(fields, credentials);
  const { choice } = provider;
  const [first = ''] = choiceKeys(choice);
  const lacksChoice = choice && needsCredentials({ active, sandbox }) && !chosenOption(choice, credentials);
  const broken = provider.credentials.filter(({ key, type }) => type === 'object' && !isObjectText(credentials[key]));
  return {
    ...(name.trim() === '' && { name: 'The integration needs a name.' }),
    ...(isLong(name) && { name: TOO_LONG }),
    ...(integration && identifier.trim() === '' && { identifier: 'The integration needs an identifier.' }),
    ...(isTaken(identifier, integration, others) && { identifier: IDENTIFIER_TAKEN }),
    ...(isLong(identifier) && { identifier: TOO_LONG }),
    ...Object.fromEntries(
      Object.entries({ ...missing, ...malformed }).map(([field, { messages }]) => [field, messages.join(' ')]),
    ),
    ...(lacksChoice && { [`credentials.${first}`]: `${choice.displayName} is required. Choose one.` }),
    ...Object.fromEntries(broken.map(({ key }) => [`credentials.${key}`, 'This is not a JSON object.'])),
    ...(!isWithin(values.messagesPerSecond, RATE_LIMIT) && { messagesPerSecond: RATE_LIMIT_PROBLEM }),
    ...(!isWholeWithin(values.messagesPerDay, DAILY_QUOTA) && { messagesPerDay: QUOTA_PROBLEM }),
    ...(!isDayOrEmpty(values.credentialsEndOn) && { credentialsEndOn: 'Enter a day such as 2027-03-31, or nothing.' }),
    ...Object.fromEntries(blankFields(conditions).map((path) => [path, 'Name the field to compare.'])),
  };
}

const TOO_LONG = `Enter at most ${MAX_INTEGRATION_TEXT} characters.`;

function isLong(text: string): boolean {
  return text.trim().length > MAX_INTEGRATION_TEXT;
}

function isTaken(identifier: string, own: Integration | undefined, others: readonly Integration[]): boolean {
  return others.some((each) => each.identifier === identifier.trim() && each._id !== own?._id);
}

const RATE_LIMIT_PROBLEM = `Enter a number from ${RATE_LIMIT.least} to ${RATE_LIMIT.most.toLocaleString('en')}, or nothing.`;

const QUOTA_PROBLEM = `Enter a whole number from ${DAILY_QUOTA.least} to ${DAILY_QUOTA.most.toLocaleString('en')}, or nothing.`;

function isDayOrEmpty(text: string): boolean {
  const day = text.trim();
  const ms = Date.parse(`${day}T00:00:00Z`);
  return day === '' || (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T`));
}

/** Whether a typed text is a number within the limits, or empty. */
function isWithin(text: string, { least, most }: { least: number; most: number }): boolean {
  const value = Number(text);
  return text.trim() === '' || (value >= least && value <= most);
}

/** Whether a typed text is a whole number within the limits, or empty. */
function isWholeWithin(text: string, limits: { least: number; most: number }): boolean {
  return isWithin(text, limits) && Number.isInteger(Number(text));
}

function blankFields(conditions: readonly StepFilter[]): string[] {
  return conditions.flatMap(({ children }, group) =>
    children.flatMap(({ field }, row) => (field.trim() ? [] : [`conditions.${group}.children.${row}.field`])),
  );
}

/**
 * Returns the request body. Empty values are left out, so they are not stored; an emptied rate limit or quota is
 * null, which removes it. Values outside the catalogue are sent back unchanged.
 */
export function changeOf(values: FormValues, provider: Provider, integration?: Integration): IntegrationChange {
  const stored: Record<string, unknown> = integration?.credentials ?? {};
  const listed = new Set(provider.credentials.map(({ key }) => key));
  const unlisted = Object.entries(stored).filter(([key]) => !listed.has(key));
  const given = provider.credentials
    .map(({ key, type }) => [key, sent(values.credentials[key], type)] as const)
    .filter(
      ([key, value]) =>
        value !== undefined && (value !== false || provider.channel === 'in_app' || Object.hasOwn(stored, key)),
    );
  return {
    name: values.name.trim(),
    ...(values.identifier.trim() && { identifier: values.identifier.trim() }),
    active: values.active,
    sandbox: values.sandbox,
    ...(takesRateLimit(provider.channel) && limitsOf(values, integration)),
    ...endOf(values, integration),
    credentials: Object.fromEntries([...unlisted, ...given]),
    conditions: values.conditions.filter(({ children }) => children.length > 0),
  };
}

function limitsOf(values: FormValues, integration: Integration | undefined) {
  const limits = (['messagesPerSecond', 'messagesPerDay'] as const).map((field) => {
    const typed = values[field].trim();
    return [field, typed === '' ? null : Number(typed)] as const;
  });
  return Object.fromEntries(limits.filter(([, limit]) => integration || limit !== null));
}

function endOf({ credentialsEndOn }: FormValues, integration: Integration | undefined) {
  const typed = credentialsEndOn.trim();
  return typed === (integration?.credentialsEndOn ?? '') ? {} : { credentialsEndOn: typed || null };
}

function sent(value: string | boolean | undefined, type: CredentialField['type']): unknown {
  if (typeof value === 'boolean') return value;
  if (value === undefined || value === '') return undefined;
  if (type !== 'object') return value;
  return value === CREDENTIAL_MASK ? {} : JSON.parse(value);
}

function isBlank(value: string | boolean | undefined): boolean {
  return value === undefined || value === '';
}

function isObjectText(value: string | boolean | undefined): boolean {
  if (typeof value !== 'string' || value === '' || value === CREDENTIAL_MASK) return true;
  try {
    const parsed = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** Whether two states of a form would send the same request. */
export function isSame(one: FormValues, other: FormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
