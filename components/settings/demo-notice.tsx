'use client';

import { FlaskConical } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { useDeleteEnvironment } from './use-delete-environment.tsx';

/** States on each page of the demo's environment that its data is invented, and removes it. */
export function DemoNotice() {
  const { environment, environments } = useSession();
  const router = useRouter();
  const { ask, reason } = useDeleteEnvironment(environment);
  const remove = async () => {
    const other = environments.find(({ _id }) => _id !== environment._id);
    if (await ask()) router.push(other ? `/${other.slug}/activity` : '/');
  };
  return (
    <aside
      aria-label="Demo data"
      className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line bg-sunken page-x text-xs text-muted"
    >
      <span className="flex items-center gap-2">
        <FlaskConical aria-hidden className="size-3.5 shrink-0" />
        Fennel & Oak is an invented company, and so are its people. Nothing is sent from here.
      </span>
      <Button size="sm" variant="ghost" className="max-sm:ml-3.5" disabledReason={reason} onClick={() => void remove()}>
        Remove the demo
      </Button>
    </aside>
  );
}
