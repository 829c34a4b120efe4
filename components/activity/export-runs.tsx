'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useOnline } from '#components/layout/use-online.ts';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { notify } from '#components/ui/notify.ts';
import { saveAs } from '#components/ui/save-as.ts';
import { type NotificationListInput, notificationMutations } from '#lib/notifications/client.ts';

/** Saves the runs of the list as a file. */
export function ExportRuns({ input }: { input: NotificationListInput }) {
  const environment = useEnvironment();
  const isOnline = useOnline();
  const run = useMutation({
    ...notificationMutations.export(environment.id),
    onSuccess: (file, { format }) => saveAs(file, `runs-${new Date().toISOString().slice(0, 10)}.${format}`),
    onError: (error) => notify.failed('The runs could not be exported', { description: error.message }),
  });
  const button = (
    <Button
      size="sm"
      variant="ghost"
      pending={run.isPending}
      data-tip="Export"
      disabledReason={isOnline ? undefined : 'You are offline'}
    >
      {!run.isPending && <Download aria-hidden />}
      <span className="max-xl:sr-only">Export</span>
    </Button>
  );
  // A menu trigger would open its menu before the button could handle the click.
  if (!isOnline) return button;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>The runs of this list, at most the newest 100,000</DropdownMenuLabel>
        <DropdownMenuItem onSelect={() => run.mutate({ format: 'csv', input })}>CSV, for spreadsheets</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => run.mutate({ format: 'ndjson', input })}>
          NDJSON, for programs
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
