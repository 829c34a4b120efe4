'use client';

import { Rocket } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { PageAction } from '#components/layout/page-action.tsx';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';

/** Opens the publish page, from the top bar of another page. */
export function PublishLink() {
  const { base } = useEnvironment();
  const { environments } = useSession();
  const router = useRouter();
  const denied = useWhyNot('workflows:write');
  return (
    <PageAction
      icon={Rocket}
      label="Publish"
      disabledReason={denied ?? (environments.length < 2 ? 'There is no other environment' : undefined)}
      onClick={() => router.push(`${base}/publish`)}
    />
  );
}
