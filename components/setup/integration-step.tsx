import { useMutation } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type SandboxChannel, sandboxBody } from '#components/integrations/use-sandboxes.ts';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { SANDBOX_EMAIL } from '#lib/providers/first-delivery.ts';
import { listText } from '#lib/text/list-text.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { DoneLink } from './done-link.tsx';
import { Failed } from './failed.tsx';
import { TestHere } from './test-here.tsx';

const AddIntegration = dynamic(
  () => import('#components/integrations/add-integration.tsx').then((module) => module.AddIntegration),
  { ssr: false },
);

interface Props {
  integration: Integration | undefined;
  /** All integrations of the environment. */
  integrations: readonly Integration[];
  workflow: WorkflowListItem | undefined;
  /** The channels of the workflow for which no integration is active. */
  missing: readonly SandboxChannel[];
}

/** A sandbox with one click, or a provider with its form and its test. */
export function IntegrationStep({ integration, integrations, workflow, missing }: Props) {
  const { id, base } = useEnvironment();
  const isProduction = useSession().environment.type === 'prod';
  const denied = useWhyNot('integrations:write');
  const create = useMutation(integrationMutations.create(id));
  const [isChoosing, setIsChoosing] = useState(false);
  const hasOpened = useOpened(isChoosing);
  if (integration)
    return (
      <>
        <DoneLink href={`${base}/integrations`}>{integration.name}</DoneLink>
        {workflow && missing.length > 0 && <Missing workflow={workflow} channels={missing} />}
        <TestHere key={integration._id} integration={integration} />
      </>
    );
  const sandbox = (
    <Button
      key="sandbox"
      variant={isProduction ? 'secondary' : 'primary'}
      disabledReason={denied}
      pending={create.isPending}
      onClick={() => create.mutate({ ...SANDBOX_EMAIL, kind: 'delivery' })}
    >
      Add a sandbox for email
    </Button>
  );
  const provider = (
    <Button
      key="provider"
      variant={isProduction ? 'primary' : 'secondary'}
      disabledReason={denied}
      onClick={() => setIsChoosing(true)}
    >
      Choose a provider
    </Button>
  );
  return (
    <>
      <p className="text-pretty">
        An integration is an account at a provider, or a mail server. In sandbox mode it accepts messages, and nothing
        is sent.
      </p>
      <div className="flex flex-wrap gap-2">{isProduction ? [provider, sandbox] : [sandbox, provider]}</div>
      {hasOpened && (
        <AddIntegration
          integrations={integrations}
          tab={isChoosing ? 'email' : undefined}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {create.error && <Failed>{failure(create.error).message}</Failed>}
    </>
  );
}

/** The channels that the workflow uses and no integration serves, each with a button. */
function Missing({ workflow, channels }: { workflow: WorkflowListItem; channels: readonly SandboxChannel[] }) {
  const denied = useWhyNot('integrations:write');
  const { id } = useEnvironment();
  const add = useMutation(integrationMutations.create(id));
  return (
    <>
      <p className="text-pretty">
        {workflow.name} also sends by {listText(channels.map((channel) => CHANNEL_NAMES[channel]))}, for which no
        integration is active.
      </p>
      <div className="flex flex-wrap gap-2">
        {channels.map((channel) => (
          <Button
            key={channel}
            disabledReason={denied}
            pending={add.isPending && add.variables.channel === channel}
            onClick={() => add.mutate(sandboxBody(channel))}
          >
            {channel === 'in_app' ? 'Add an inbox' : `Add a sandbox for ${CHANNEL_NAMES[channel]}`}
          </Button>
        ))}
      </div>
      {add.error && <Failed>{failure(add.error).message}</Failed>}
    </>
  );
}
