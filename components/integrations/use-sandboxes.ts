import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { type IntegrationCreateBody, integrationMutations, integrationQueries } from '#lib/integrations/client.ts';
import { missingChannels } from '#lib/integrations/missing-channels.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { SANDBOXES } from '#lib/providers/first-delivery.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { listText } from '#lib/text/list-text.ts';

export type SandboxChannel = keyof typeof SANDBOXES;

/** Returns the body that creates the sandbox integration for a channel. The integration for in-app is a real inbox. */
export function sandboxBody(channel: SandboxChannel): IntegrationCreateBody {
  const { providerId, ...sandbox } = SANDBOXES[channel];
  return { ...sandbox, providerId: toWireName(providerId), channel, kind: 'delivery' };
}

/**
 * Returns a function that adds the sandbox integrations that the steps of a template lack, so that the first run can
 * succeed. Does nothing for people who may not change integrations. A production environment gets only the inbox,
 * because there a sandbox would accept real messages and send nothing.
 */
export function useSandboxesFor(): (stepTypes: readonly string[]) => Promise<void> {
  const { id } = useEnvironment();
  const isProduction = useSession().environment.type === 'prod';
  const denied = useWhyNot('integrations:write');
  const { mutateAsync: create } = useMutation(integrationMutations.create(id));
  const client = useQueryClient();
  return async (stepTypes) => {
    if (denied !== undefined) return;
    try {
      const missing = missingChannels(stepTypes, await client.fetchQuery(integrationQueries.list(id)));
      const channels = missing.filter((channel) => !isProduction || channel === 'in_app');
      for (const channel of channels) await create(sandboxBody(channel));
      if (channels.length > 0) notify.done(addedText(channels));
    } catch (error) {
      notifyFailure(error, 'The sandbox integrations were not added');
    }
  };
}

/** Returns "Added an inbox and a sandbox for email, because the template needs them". */
function addedText(channels: readonly SandboxChannel[]): string {
  const names = channels.map((channel) =>
    channel === 'in_app' ? 'an inbox' : `a sandbox for ${CHANNEL_NAMES[channel]}`,
  );
  const them = channels.length === 1 ? 'it' : 'them';
  return `Added ${listText(names)}, because the template needs ${them}`;
}
