interface Details {
  description?: string;
  /** An action that the message offers. */
  action?: { label: string; onClick: () => void };
}

/** Shows at the corner of the page that something was done or failed. The library is loaded with the first message. */
export const notify = {
  done: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.success(title, details)),
  failed: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.error(title, details)),
};
