import type { ReactNode } from 'react';

interface Details {
  /** Identifies the notification, so that it can be dismissed. */
  id?: string;
  description?: ReactNode;
  /** An action in the notification. */
  action?: { label: string; onClick: () => void };
  /** The time for which the notification stays, in milliseconds. Default: five seconds. */
  duration?: number;
}

/** Shows a notification in the corner of the page. The library is loaded with the first notification. */
export const notify = {
  done: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.success(title, details)),
  note: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.info(title, details)),
  /** Removes a notification whose subject no longer exists. */
  dismiss: (id: string) => void import('sonner').then(({ toast }) => toast.dismiss(id)),
  failed: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.error(title, details)),
};
