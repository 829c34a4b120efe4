'use client';

import { CircleX, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

interface Props {
  title: string;
  message: string;
  /** The id of this failure in the log. */
  reference?: string | undefined;
  /** The label of that id. */
  referenceLabel?: string;
  onRetry?: () => void;
}

export function ErrorState({ title, message, reference, referenceLabel = 'Request', onRetry }: Props) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      <CircleX aria-hidden className="mb-1 size-6 text-bad" strokeWidth={1.5} />
      <p className="text-base font-semibold">{title}</p>
      <p className="text-pretty text-muted">{message}</p>
      {reference && (
        <p className="flex items-center gap-1 text-xs text-faint">
          {referenceLabel} <code className="font-mono">{reference}</code>
          <CopyButton
            value={reference}
            what={referenceLabel === 'Request' ? 'request id' : referenceLabel.toLowerCase()}
          />
        </p>
      )}
      {onRetry && (
        <Button onClick={onRetry} className="mt-2">
          <RotateCw aria-hidden />
          Retry
        </Button>
      )}
    </div>
  );
}
