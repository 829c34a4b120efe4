import { useMutation, useQuery } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { environmentMutations, environmentQueries } from '#lib/environments/client.ts';
import type { Environment, EnvironmentUsage } from '#lib/environments/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { subscribersText } from './environment-usage.tsx';

/**
 * Returns a function that asks for confirmation and deletes an environment, and the reason why it cannot be deleted.
 */
export function useDeleteEnvironment(environment: Environment): {
  /** @returns whether the environment was deleted. */
  ask: () => Promise<boolean>;
  reason: string | undefined;
} {
  const { environments } = useSession();
  const denied = useWhyNot('environments:write');
  const remove = useMutation(environmentMutations.remove());
  const { _id, name, type } = environment;
  const ask = async () => {
    const done = await confirm({
      title: `Delete ${name}?`,
      body: <Consequences environment={environment} />,
      action: 'Delete environment',
      danger: true,
      typed: name,
      run: () => remove.mutateAsync(_id),
    });
    if (done) notify.done(`${name} was deleted`);
    return done;
  };
  return { ask, reason: denied ?? whyKept(environments.length, type) };
}

function whyKept(count: number, type: Environment['type']): string | undefined {
  if (count < 2) return 'Cannot delete the last environment of an organization';
  return type === 'prod' ? 'Remove the production mark first' : undefined;
}

/** The dialog may open before the usage is loaded, which then replaces the general sentence. */
function Consequences({ environment: { _id, name } }: { environment: Environment }) {
  const { data } = useQuery(environmentQueries.usage());
  const usage = data?.find(({ _environmentId }) => _environmentId === _id);
  return (
    <ul className="list-disc space-y-1 pl-4 text-fg">
      <li>
        {usage ? `${contents(usage)} are deleted` : 'Everything in it is deleted'}, with all runs, messages and
        preferences. This cannot be undone.
      </li>
      <li>Calls with its API keys fail from now on, and its inboxes stop working.</li>
      <li>Nothing that still waits in {name} will be sent. A message that is being sent right now may still arrive.</li>
      <li>The audit log stays, and so do your other environments.</li>
    </ul>
  );
}

function contents(usage: EnvironmentUsage): string {
  return listText([
    counted(usage.workflows, 'workflow'),
    counted(usage.layouts, 'layout'),
    counted(usage.integrations, 'integration'),
    counted(usage.apiKeys, 'API key'),
    subscribersText(usage),
  ]);
}
