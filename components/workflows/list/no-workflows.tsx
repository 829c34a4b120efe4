'use client';

import { CopyPlus, Plus, Workflow } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

const CopyFromDialog = dynamic(() => import('./copy-from-dialog.tsx').then((module) => module.CopyFromDialog), {
  ssr: false,
});

interface Props {
  /** The filters as text. Empty without filters. */
  filters: string;
  onReset: () => void;
  onCreate: () => void;
}

export function NoWorkflows({ filters, onReset, onCreate }: Props) {
  const { name } = useEnvironment();
  if (!filters) return <NewHere onCreate={onCreate} />;
  return (
    <EmptyState icon={Workflow} title="No workflow matches" action={<Button onClick={onReset}>Clear filters</Button>}>
      In {name}, {filters}.
    </EmptyState>
  );
}

function NewHere({ onCreate }: Pick<Props, 'onCreate'>) {
  const { id, name } = useEnvironment();
  const others = useSession().environments.filter((environment) => environment._id !== id);
  const denied = useWhyNot('workflows:write');
  const [copying, setCopying] = useState(false);
  return (
    <EmptyState
      icon={Workflow}
      title={`No workflows in ${name} yet`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" disabledReason={denied} onClick={onCreate}>
            <Plus aria-hidden />
            New workflow
          </Button>
          {others.length > 0 && (
            <Button disabledReason={denied} onClick={() => setCopying(true)}>
              <CopyPlus aria-hidden />
              Copy from {others.length === 1 ? others[0]?.name : 'another environment'}
            </Button>
          )}
          {copying && <CopyFromDialog open onOpenChange={setCopying} />}
        </div>
      }
    >
      A workflow defines what is sent, through which channels and when, each time your code triggers it: an email
      immediately, an SMS an hour later if it is unread.
    </EmptyState>
  );
}
