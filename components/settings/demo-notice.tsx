'use client';

import { FlaskConical, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { dismissDemoNotice, isDemoNoticeDismissed } from '#lib/demo-notice.ts';
import { useDeleteEnvironment } from './use-delete-environment.tsx';

/** A note on each page of the demo's environment that its data is invented, with a button that removes the data. */
export function DemoNotice() {
  const { environment, environments } = useSession();
  const router = useRouter();
  const [isDismissed, setDismissed] = useState(isDemoNoticeDismissed);
  const { ask, reason } = useDeleteEnvironment(environment);
  const remove = async () => {
    const other = environments.find(({ _id }) => _id !== environment._id);
    if (await ask()) router.push(other ? `/${other.slug}/activity` : '/');
  };
  const dismiss = () => {
    dismissDemoNotice();
    setDismissed(true);
  };
  if (isDismissed) return null;
  return (
    <aside
      aria-label="Demo data"
      className="flex min-h-9 items-center gap-x-2 border-b border-line bg-sunken page-x text-xs text-muted"
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <p className="min-w-0 flex-1 text-pretty">
        Fennel & Oak is an invented company<span className="max-sm:hidden">, and so are its people</span>. Nothing is
        sent from here.
      </p>
      <Button size="sm" variant="ghost" disabledReason={reason} onClick={() => void remove()}>
        Remove<span className="max-sm:sr-only"> the demo</span>
      </Button>
      <Button
        size="icon"
        variant="ghost"
        className="control-sm -mr-2"
        aria-label="Hide this notice"
        data-tip="Hide until the browser is closed"
        onClick={dismiss}
      >
        <X aria-hidden />
      </Button>
    </aside>
  );
}
