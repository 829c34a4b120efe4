'use client';

import { useMutation } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { ApiFailure } from '#lib/api/client.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { ChannelWorkflows } from './channel-workflows.tsx';
import { deactivationImpact } from './deactivation-impact.ts';
import { IntegrationAlerts } from './integration-alerts.tsx';

interface Actions {
  /** Activates immediately; deactivates after a confirmation. */
  setActive: (target: Integration, active: boolean) => Promise<void>;
  /** Deactivates the integration in use after a confirmation, so that messages go to `next`. */
  replace: (used: Integration, next: Integration) => Promise<void>;
  /** Resolves to true if the integration was removed. */
  remove: (target: Integration) => Promise<boolean>;
}

/** Returns the actions on an integration, except editing. Each first shows what it will stop. */
export function useIntegrationActions(siblings: readonly Integration[]): Actions {
  const environment = useEnvironment();
  const update = useMutation(integrationMutations.update(environment.id));
  const destroy = useMutation(integrationMutations.delete(environment.id));
  const setActive = async (target: Integration, active: boolean) => {
    const integrationId = target._id ?? '';
    if (active)
      return activate(target, async () => (await update.mutateAsync({ integrationId, body: { active } })).body);
    await deactivate(target, (run) => askToDeactivate(target, siblings, run), 'Workflows that need it show an issue.');
  };
  const replace = (used: Integration, next: Integration) =>
    deactivate(used, (run) => askToReplace(used, next, siblings, run), `New messages go to ${next.name}.`);
  const deactivate = async (target: Integration, ask: Ask, description: string) => {
    const integrationId = target._id ?? '';
    let version: string | undefined;
    const done = await ask(async () => {
      version = (await update.mutateAsync({ integrationId, body: { active: false } })).etag;
    });
    if (!done) return;
    notifyUndoable(`${target.name} is inactive`, {
      description,
      undo: () => update.mutateAsync({ integrationId, body: { active: true }, ifMatch: version }),
      undone: `${target.name} is active again`,
    });
  };
  const remove = async (target: Integration) => {
    const done = await confirm({
      title: `Delete ${target.name}?`,
      body: (
        <DeactivationImpact target={target} siblings={siblings}>
          <li>Its credentials are erased and its identifier is free again. This cannot be undone.</li>
          {(target.channel === 'push' || target.channel === 'chat') && (
            <li>Device tokens and addresses that subscribers registered with it are erased too.</li>
          )}
          <IntegrationAlerts target={target} />
          <li>Past messages and runs are not affected.</li>
        </DeactivationImpact>
      ),
      action: `Delete ${target.name}`,
      danger: true,
      run: () => destroy.mutateAsync(target._id ?? ''),
    });
    if (done) notify.done(`${target.name} is deleted`);
    return done;
  };
  return { setActive, replace, remove };
}

/** Asks for a confirmation and then runs the change. Resolves to true if the change was made. */
type Ask = (run: () => Promise<unknown>) => Promise<boolean>;

async function activate(target: Integration, send: () => Promise<Integration>): Promise<void> {
  try {
    const { primary, channel } = await send();
    const place = primary && channel ? `It is primary for ${lowerFirst(channelLabels[channel])}.` : undefined;
    notify.done(`${target.name} is active`, place ? { description: place } : {});
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const reasons = Object.values(error.errors).flatMap(({ messages }) => messages);
    const description =
      reasons.length > 0 ? `${reasons.join('. ')}. Edit the integration to add what is missing.` : error.message;
    notify.failed(`${target.name} stays inactive`, { description });
  }
}

/** Asks before an integration stops delivering. Resolves to true if it was deactivated. */
export function askToDeactivate(
  target: Integration,
  siblings: readonly Integration[],
  run: () => Promise<unknown>,
): Promise<boolean> {
  return confirm({
    title: `Deactivate ${target.name}?`,
    body: <DeactivationImpact target={target} siblings={siblings} />,
    action: `Deactivate ${target.name}`,
    danger: target.primary,
    run,
  });
}

/** Asks before messages go to `next` because the integration in use becomes inactive. */
function askToReplace(
  used: Integration,
  next: Integration,
  siblings: readonly Integration[],
  run: () => Promise<unknown>,
): Promise<boolean> {
  return confirm({
    title: `Use ${next.name} instead?`,
    body: (
      <DeactivationImpact target={used} siblings={siblings}>
        <li>
          {used.name} becomes inactive. New messages go to {next.name}.
        </li>
      </DeactivationImpact>
    ),
    action: 'Use instead',
    run,
  });
}

interface Props {
  target: Integration;
  siblings: readonly Integration[];
  children?: React.ReactNode;
}

function DeactivationImpact({ target, siblings, children }: Props) {
  return (
    <ul className="mt-1 list-disc space-y-1 pl-4 text-fg">
      {deactivationImpact(target, siblings).map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
      {target.channel && target.active && (
        <ChannelWorkflows channel={target.channel} environmentId={target._environmentId} />
      )}
      {children}
    </ul>
  );
}
