'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import type { Correctable, Correction } from './correction.ts';

const CorrectAddressDialog = dynamic(
  () => import('#components/subscribers/correct-address-dialog.tsx').then((module) => module.CorrectAddressDialog),
  { ssr: false },
);

interface Props extends Correctable {
  correction: Correction;
  /** "Correct the email address" */
  label: string;
  primary: boolean;
}

/** The button that corrects an address of the subscriber without leaving the page. */
export function CorrectAddress({ label, primary, ...dialog }: Props) {
  const denied = useWhyNot('subscribers:write');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant={primary ? 'primary' : 'secondary'}
        disabledReason={denied}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {useOpened(isOpen) && (
        <CorrectAddressDialog {...dialog} open={isOpen} title={label} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
