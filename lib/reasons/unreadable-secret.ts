import { define, type Places } from './definition.ts';
import { addressName, integrationPage, subscriberTab } from './links.ts';

interface Unreadable {
  provider?: string | undefined;
  /** The channel of the subscriber's connection. */
  channel?: string | undefined;
  /** The key of an environment variable. */
  variable?: string | undefined;
}

/** A secret that cannot be decrypted. Without evidence, the secret is the environment's signing secret. */
export const SECRET_UNREADABLE = define({
  layer: 'integration',
  may: ['integration', 'provider', 'channel', 'variable'],
  summary: (evidence, { Subscriber }) => `${secretOf(evidence, Subscriber)} cannot be decrypted`,
  fix: {
    text: (evidence) =>
      `If its key is missing from ENCRYPTION_KEYS, your Belfry administrator can add it. Otherwise ${remedyOf(evidence)}. Then retry.`,
    to: (evidence, places) => pageOf(evidence, places),
    action: 'retry',
  },
  detail: 'Provider is missing or not configured',
  status: 'Failed',
  source: 'Credentials',
  outcome: 'failed',
});

function secretOf({ provider, channel, variable }: Unreadable, subscriber: string): string {
  if (channel !== undefined) return `The ${addressName(channel)} of ${subscriber}`;
  if (provider !== undefined) return `The credentials of ${provider}`;
  return variable === undefined ? 'The secret that requests are signed with' : `The environment variable ${variable}`;
}

function remedyOf({ provider, channel, variable }: Unreadable): string {
  if (channel !== undefined) return 'your product stores the connection again';
  if (provider !== undefined) return 'enter the credentials again';
  return variable === undefined
    ? 'replace the signing secret of the environment'
    : 'set the value of the variable again';
}

function pageOf({ provider, channel }: Unreadable, places: Places) {
  if (channel !== undefined) return subscriberTab('channels', 'Open the subscriber’s connections')({}, places);
  if (provider !== undefined) return integrationPage('credentials')({}, places);
  return { link: '/settings/environments', label: 'Open the environments' };
}
