'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useOnline } from '#components/layout/use-online.ts';
import { Button } from '#components/ui/button.tsx';
import { saveAs } from '#components/ui/save-as.ts';
import { type AuditListInput, auditMutations } from '#lib/audit-log/client.ts';

/** Saves the entries of the list as a file. */
export function ExportAuditLog({ input }: { input: AuditListInput }) {
  const isOnline = useOnline();
  const { mutate, isPending } = useMutation({
    ...auditMutations.export(),
    onSuccess: (file) => saveAs(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => notifyFailure(error, 'The audit log could not be exported'),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={isPending}
      data-tip="Exports this list as CSV, up to the newest 100,000 entries"
      disabledReason={isOnline ? undefined : 'You are offline'}
      onClick={() => mutate(input)}
    >
      {!isPending && <Download aria-hidden />}
      <span className="max-xl:sr-only">Export</span>
    </Button>
  );
}
