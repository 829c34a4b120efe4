'use client';

import { Plus, Workflow } from 'lucide-react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { PublishFrom } from '#components/publishing/publish-from.tsx';
import { useSources } from '#components/publishing/use-sources.ts';
import { Button } from '#components/ui/button.tsx';
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
      Filters in {name}: {filters}.
    </EmptyState>
  );
}

function NewHere({ onCreate }: Pick<Props, 'onCreate'>) {
  const { name } = useEnvironment();
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
            <PublishFrom key={other._id} source={other} />
          ))}
        </div>
      }
    >
      A workflow defines what is sent, through which channels and when, each time your code triggers it: an email
      immediately, an SMS an hour later if the email is unread.
    </EmptyState>
  );
}
