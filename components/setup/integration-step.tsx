import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { SANDBOX_EMAIL } from '#lib/providers/first-delivery.ts';
import { DoneLink } from './done-link.tsx';
import { Failed } from './failed.tsx';

export function IntegrationStep({ integration }: { integration: Integration | undefined }) {
  const { id, base } = useEnvironment();
  const denied = useWhyNot('integrations:write');
  const create = useMutation(integrationMutations.create(id));
  if (integration) return <DoneLink href={`${base}/integrations`}>{integration.name}</DoneLink>;
  return (
    <>
      <p className="text-pretty">
        An integration is an account at a provider, or a mail server. In sandbox mode it accepts messages, and nothing
        is sent.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabledReason={denied}
          pending={create.isPending}
          onClick={() => create.mutate({ ...SANDBOX_EMAIL, kind: 'delivery' })}
        >
          Add a sandbox for email
        </Button>
        <Link href={`${base}/integrations`} className={buttonClass({})}>
          Choose a provider
        </Link>
      </div>
      {create.error && <Failed>{failure(create.error).message}</Failed>}
    </>
  );
}
