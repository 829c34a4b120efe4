import dynamic from 'next/dynamic';
import { useState } from 'react';
import { FoldButton } from '#components/ui/fold-button.tsx';
import type { Integration } from '#lib/integrations/schema.ts';

const IntegrationTests = dynamic(
  () => import('#components/integrations/integration-tests.tsx').then((module) => module.IntegrationTests),
  { ssr: false },
);

/** The test of a real integration, in the checklist. */
export function TestHere({ integration }: { integration: Integration }) {
  const [isOpen, setIsOpen] = useState(true);
  const { channel, sandbox } = integration;
  if (sandbox || !channel || channel === 'in_app') return null;
  return (
    <div className="flex w-full flex-col gap-2">
      <FoldButton open={isOpen} onFold={setIsOpen} className="flex items-center gap-1 self-start rounded-sm text-fg">
        Test it: send a message to yourself
      </FoldButton>
      {isOpen && <IntegrationTests integration={integration} channel={channel} />}
    </div>
  );
}
