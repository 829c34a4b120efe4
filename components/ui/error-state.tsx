'use client';

import { CircleX, Lock, RotateCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';
import { Prose } from './prose.tsx';

export interface ErrorReference {
  /** "Request" */
  label: string;
  id: string;
  /** The name of the ID, for the button that copies it. */
  what: string;
  /** The address of the page about this ID, such as the call in the request log. */
  href?: string;
}

interface Props {
  title: string;
  message: string;
  /** The ID of this failure in the log. */
  reference?: ErrorReference | undefined;
  onRetry?: () => void;
  /** Set if a retry would fail too: access is denied, or the record is missing. This is not an error of Belfry. */
  final?: 'denied' | 'missing' | undefined;
  /** A next step, such as a link to the list. */
  action?: ReactNode;
}

export function ErrorState({ title, message, final, action, ...props }: Props) {
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
          {reference.label}{' '}
          <code className="font-mono">
            {reference.href ? <a href={reference.href}>{reference.id}</a> : reference.id}
          </code>
          <CopyButton value={reference.id} what={reference.what} />
        </p>
      )}
      {onRetry && (
        <Button onClick={onRetry} className="mt-2">
          <RotateCw aria-hidden />
          Retry
        </Button>
      )}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
