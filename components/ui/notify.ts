interface Details {
  description?: string;
  /** What can be done about it while it is shown. */
  action?: { label: string; onClick: () => void };
}

/** Says at the corner of the page that something was done or was not. The library is loaded with the first word. */
export const notify = {
  done: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.success(title, details)),
  failed: (title: string, details?: Details) => void import('sonner').then(({ toast }) => toast.error(title, details)),
};
