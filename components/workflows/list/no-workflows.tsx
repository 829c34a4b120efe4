'use client';

import { Plus, Rocket, Workflow } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { publishAddress } from '#components/publishing/publish-address.ts';
import { useSources } from '#components/publishing/use-sources.ts';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';

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
  const { name, slug } = useEnvironment();
  const sources = useSources();
  const denied = useWhyNot('workflows:write');
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
          {sources.map((other) => (
            <Link key={other._id} href={publishAddress(`/${other.slug}`, { target: slug })} className={buttonClass()}>
              <Rocket aria-hidden />
              Publish from {other.name}
            </Link>
          ))}
        </div>
      }
    >
      A workflow defines what is sent, through which channels and when, each time your code triggers it: an email
      immediately, an SMS an hour later if it is unread.
    </EmptyState>
  );
}
