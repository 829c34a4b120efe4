import { RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import type { Outage } from '#lib/outages/schema.ts';
import { failedRunsAddress } from './outage-address.ts';

/** Opens the dialog that retries the failed runs. Without the permission, a disabled button shows the reason. */
export function RetryFailed({ outage }: { outage: Outage }) {
  const { base } = useEnvironment();
  const denied = useWhyNot('messages:recover');
  const address = failedRunsAddress(base, outage);
  if (!address) return null;
  const content = (
    <>
      <RotateCw aria-hidden />
      Retry failed runs…
    </>
  );
  return denied === undefined ? (
    <Link href={address} className={buttonClass({ variant: 'primary' })}>
      {content}
    </Link>
  ) : (
    <Button variant="primary" disabledReason={denied}>
      {content}
    </Button>
  );
}
