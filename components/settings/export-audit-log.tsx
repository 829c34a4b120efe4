'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useOnline } from '#components/layout/use-online.ts';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/notify.ts';
import { saveAs } from '#components/ui/save-as.ts';
import { type AuditListInput, auditMutations } from '#lib/audit-log/client.ts';

/** Saves the entries of the list as a file. */
export function ExportAuditLog({ input }: { input: AuditListInput }) {
  const isOnline = useOnline();
  const { mutate, isPending } = useMutation({
    ...auditMutations.export(),
    onSuccess: (file) => saveAs(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => notify.failed('The audit log could not be exported', { description: error.message }),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={isPending}
      data-tip="CSV of this list, at most the newest 100,000 entries"
      disabledReason={isOnline ? undefined : 'You are offline'}
      onClick={() => mutate(input)}
    >
      {!isPending && <Download aria-hidden />}
      Export
    </Button>
  );
}
