'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Suppression } from '#lib/suppressions/schema.ts';

const RemoveDialog = dynamic(() => import('./remove-dialog.tsx').then((module) => module.RemoveDialog), { ssr: false });

/** Asks before it removes an address from the suppression list. */
export function RemoveButton({ suppression }: { suppression: Suppression }) {
  const [isOpen, setOpen] = useState(false);
  const denied = useWhyNot('suppressions:remove');
  return (
    <>
      <Button
        size="sm"
        disabledReason={denied}
        aria-label={`Remove ${suppression.address}`}
        onClick={() => setOpen(true)}
      >
        Remove…
      </Button>
      {isOpen && <RemoveDialog suppression={suppression} onClose={() => setOpen(false)} />}
    </>
  );
}
