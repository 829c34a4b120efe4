'use client';

import { Plus, Workflow } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

interface Props {
  /** What narrows the list, in words; empty when nothing does. */
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
  const { environments } = useSession();
  const denied = useWhyNot('workflows:write');
  const others = environments.filter((environment) => environment._id !== id);
  return (
    <EmptyState
      icon={Workflow}
      title={`No workflows in ${name} yet`}
      action={
        <Button variant="primary" disabledReason={denied} onClick={onCreate}>
          <Plus aria-hidden />
          New workflow
        </Button>
      }
    >
      <p>
        A workflow says what is sent, through which channels and when, each time your code triggers it: an e-mail at
        once, an SMS an hour later if nobody read it.
      </p>
      {others.length > 0 && (
        <p className="mt-2">
          Or copy what you have from{' '}
          {others.map((environment, index) => (
            <span key={environment._id}>
              {index > 0 && (index === others.length - 1 ? ' or ' : ', ')}
              <Link
                href={`/${environment.slug}/workflows`}
                className="rounded-sm font-medium text-accent-text hover:underline"
              >
                {environment.name}
              </Link>
            </span>
          ))}
          , with “Copy to environment” on each workflow there.
        </p>
      )}
    </EmptyState>
  );
}
