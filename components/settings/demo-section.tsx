'use client';

import { useRouter } from 'next/navigation';
import { useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { UsageLine } from './environment-usage.tsx';
import { SettingsSection } from './settings-page.tsx';
import { useDeleteEnvironment } from './use-delete-environment.tsx';

/** The environments with demo data, each with a button that deletes it. Empty without such an environment. */
export function DemoSection() {
  const demos = useSession().environments.filter(({ isDemo }) => isDemo);
  if (demos.length === 0) return null;
  return (
    <SettingsSection
      id="demo"
      title="Demo"
      intro="Explore an invented company with a month of runs. Nothing is sent from this environment."
    >
      <ul aria-label="Demo data" className="rounded-lg border border-line bg-surface">
        {demos.map((environment) => (
          <DemoRow key={environment._id} environment={environment} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function DemoRow({ environment }: { environment: Environment }) {
  const router = useRouter();
  const { environment: current, environments } = useSession();
  const { ask, reason } = useDeleteEnvironment(environment);
  const remove = async () => {
    const other = environments.find(({ _id }) => _id !== environment._id);
    const isOpen = current._id === environment._id;
    if ((await ask()) && isOpen) router.push(other ? `/${other.slug}/activity` : '/');
  };
  return (
    <li className="flex items-center gap-4 border-line px-3 py-2 not-first:border-t">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium wrap-anywhere">{environment.name}</span>
        <span className="flex min-w-0 text-xs">
          <UsageLine environmentId={environment._id} />
        </span>
      </span>
      <Button size="sm" disabledReason={reason} onClick={() => void remove()}>
        Remove the demo
      </Button>
    </li>
  );
}
