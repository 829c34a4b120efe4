'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useOnline } from '#components/layout/use-online.ts';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { saveAs } from '#components/ui/save-as.ts';
import { LIST_FORMATS, type ListFormat } from '#lib/audit-log/list-formats.ts';

interface Props {
  /** The plural noun for the rows, which is also part of the file name. */
  noun: 'runs' | 'messages' | 'subscribers' | 'suppressions' | 'calls';
  /** The name of the file without extension. By default the noun and the date of today. */
  fileName?: string;
  formats?: readonly ListFormat[];
  /** Reads the file. */
  read: (format: ListFormat) => Promise<Blob>;
}

const formatTexts: Record<ListFormat, string> = { csv: 'CSV, for spreadsheets', ndjson: 'NDJSON, for programs' };

/** Saves the rows of a list as a file. */
export function ExportList({ noun, fileName, formats = LIST_FORMATS, read }: Props) {
  const isOnline = useOnline();
  const run = useMutation({
    mutationFn: read,
    onSuccess: (file, format) =>
      saveAs(file, `${fileName ?? `${noun}-${new Date().toISOString().slice(0, 10)}`}.${format}`),
    onError: (error) => notifyFailure(error, `The ${noun} could not be exported`),
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
  // Offline, the button has no menu, because a menu would open before the button could reject the click.
  if (!isOnline) return button;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>The {noun} in this list, up to the newest 100,000</DropdownMenuLabel>
        {formats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => run.mutate(format)}>
            {formatTexts[format]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
