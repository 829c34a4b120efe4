import type { ReactNode } from 'react';

interface Details {
  description?: ReactNode;
  /** An action in the notification. */
  action?: { label: string; onClick: () => void };
  /** The time for which the notification stays, in milliseconds. Default: five seconds. */
  duration?: number;
}

/** Shows a notification in the corner of the page. The library is loaded with the first notification. */
export const notify = {
  done: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.success(title, details)),
  failed: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.error(title, details)),
};
