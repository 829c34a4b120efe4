import { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { channelLabels } from '#lib/steps/labels.ts';

/** The fields of an active delivery integration that the rules need. */
export interface ActiveIntegration {
  name: string;
  channel: Channel;
  primary: boolean;
  /** Whether an inbox has connected at least once (in-app only). */
  connected: boolean;
}

export interface IntegrationIssue {
  issueType: 'MISSING_INTEGRATION' | 'INBOX_NOT_CONNECTED';
  message: string;
}

/**
 * Returns the issues that prevent a step’s delivery, by step type (spec 2.9, `issues.integration`). Undefined without
 * issues, and for steps that send nothing. The issues are computed on each read, because integrations change.
 *
 * @param integrations the active integrations of the environment.
 */
export function integrationIssues(
  stepType: string,
  integrations: readonly ActiveIntegration[],
): Record<string, IntegrationIssue[]> | undefined {
  const channel = Channel.safeParse(stepType).data;
  if (!channel) return undefined;
  const issues = channelIssues(
    channel,
    integrations.filter((integration) => integration.channel === channel),
  );
  return issues.length > 0 ? { [stepType]: issues } : undefined;
}

function channelIssues(channel: Channel, active: ActiveIntegration[]): IntegrationIssue[] {
  const name = channelLabels[channel];
  if (active.length === 0) {
    return [missing(`${name} has no active integration. Add or activate one under Integrations.`)];
  }
  if (supportsPrimary(channel) && !active.some((integration) => integration.primary)) {
    return [missing(`${name} has an active integration, but no primary one. Make one primary under Integrations.`)];
  }
  if (!CHANNELS_TO_CONNECT.includes(channel)) return [];
  return active.filter((integration) => !integration.connected).map(notConnected);
}

function missing(message: string): IntegrationIssue {
  return { issueType: 'MISSING_INTEGRATION', message };
}

function notConnected({ name }: ActiveIntegration): IntegrationIssue {
  const message = `No inbox has connected to "${name}" yet. Add the inbox to your app, or deactivate the integration.`;
  return { issueType: 'INBOX_NOT_CONNECTED', message };
}

/** Channels whose receiver is in the customer's app and has to connect first. */
const CHANNELS_TO_CONNECT: readonly Channel[] = ['in_app'];
