import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useSandboxesFor } from '#components/integrations/use-sandboxes.ts';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { PublishFrom } from '#components/publishing/publish-from.tsx';
import { useSources } from '#components/publishing/use-sources.ts';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { TEMPLATES, type WorkflowTemplate } from '#lib/steps/workflow-templates.ts';
import { counted } from '#lib/text/counted.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { DoneLink } from './done-link.tsx';
import { Failed } from './failed.tsx';

export function WorkflowStep({ workflow }: { workflow: WorkflowListItem | undefined }) {
  const { base } = useEnvironment();
  if (workflow) return <DoneLink href={workflowAddress(base, workflow.workflowId)}>{workflow.name}</DoneLink>;
  return (
    <>
      <p className="text-pretty">
        A workflow defines what is sent, through which channels and when. Begin with a template, and change it later.
      </p>
      <Templates />
      <PublishFromElsewhere />
    </>
  );
}

function Templates() {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const denied = useWhyNot('workflows:write');
  const [chosen, setChosen] = useState<string>();
  const create = useMutation({ ...workflowMutations.create(id), onSettled: () => setChosen(undefined) });
  const addSandboxes = useSandboxesFor();
  const use = async ({ body }: WorkflowTemplate) => {
    setChosen(body.workflowId);
    await addSandboxes(body.steps.map(({ type }) => type));
    create.mutate(body);
  };
  return (
    <>
      <ul className="grid w-full gap-2 sm:grid-cols-2">
        {TEMPLATES.map((template) => (
          <li key={template.body.workflowId} className="flex">
            <Button
              className="h-auto min-h-14 w-full flex-col items-start justify-start gap-0.5 px-3 py-2 text-left whitespace-normal"
              disabledReason={denied}
              pending={chosen === template.body.workflowId}
              onClick={() => void use(template)}
            >
              <span className="font-medium">{template.body.name}</span>
              <span className="text-xs font-normal text-pretty text-muted">{template.purpose}</span>
            </Button>
          </li>
        ))}
        <li className="flex">
          <Button
            variant="ghost"
            className="h-auto min-h-14 w-full flex-col items-start justify-center gap-0.5 border border-dashed border-line px-3 py-2 text-left whitespace-normal"
            disabledReason={denied}
            onClick={() => router.push(`${base}/workflows?new=true`)}
          >
            <span className="font-medium text-fg">Empty workflow</span>
            <span className="text-xs font-normal text-muted">Choose the steps yourself.</span>
          </Button>
        </li>
      </ul>
      {create.error && <Failed>{failure(create.error).message}</Failed>}
    </>
  );
}

/** Offers the workflows of another environment. The workflows of the demo belong to an invented company. */
function PublishFromElsewhere() {
  const here = useEnvironment();
  const source = useSources().find(({ isDemo }) => !isDemo);
  if (!source) return null;
  return (
    <>
      <p className="text-pretty">
        {source.name} has {counted(source.count, 'workflow')}. {here.name} has no active workflow.
      </p>
      <PublishFrom source={source} />
    </>
  );
}
