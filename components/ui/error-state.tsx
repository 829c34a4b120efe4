'use client';

import { CircleX, Lock, RotateCw, SearchX } from 'lucide-react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { Prose } from './prose.tsx';

interface Props {
  title: string;
  message: string;
  /** The ID of this failure in the log. */
  reference?: string | undefined;
  /** The label of the reference. */
  referenceLabel?: string;
  onRetry?: () => void;
  /** Set if a retry would fail too: access is denied, or the record is missing. This is not an error of Belfry. */
  final?: 'denied' | 'missing' | undefined;
}

export function ErrorState({ title, message, final, referenceLabel = 'Request', ...props }: Props) {
  const { reference, onRetry } = final ? {} : props;
  const Icon = final === 'denied' ? Lock : final === 'missing' ? SearchX : CircleX;
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      <Icon aria-hidden className={cn('mb-1 size-6', final ? 'text-faint' : 'text-bad')} strokeWidth={1.5} />
      <p className="text-base font-semibold text-balance">
        <Prose>{final === 'denied' ? 'Your role does not include this' : title}</Prose>
      </p>
      <p className="text-balance text-muted">
        <Prose>{message}</Prose>
      </p>
      {reference && (
        <p className="flex items-center gap-1 text-xs text-faint">
          {referenceLabel}{' '}
          <code className="font-mono">
            {referenceLabel === 'Request' ? (
              <a href={`/settings/request-log?request=${reference}&entry=first`}>{reference}</a>
            ) : (
              reference
            )}
          </code>
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
