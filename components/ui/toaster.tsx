'use client';

import { CircleCheck, CircleX, Info } from 'lucide-react';
import { Toaster as Primitive } from 'sonner';

export function Toaster() {
  return (
    <Primitive
      position="bottom-right"
      duration={5000}
      // Above the bar of a page that has one (`data-bottom-bar`).
      offset={{ bottom: 'var(--toast-bottom, 24px)' }}
      mobileOffset={{ bottom: 'var(--toast-bottom, 16px)' }}
      // The library's own style sheet sets the typeface of its list.
      style={{ fontFamily: 'inherit' }}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-ok" />,
        error: <CircleX aria-hidden className="size-4 text-bad" />,
        info: <Info aria-hidden className="size-4 text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'flex w-full items-start gap-2.5 rounded-lg bg-raised p-3 text-sm text-fg shadow-float',
          icon: 'mt-0.5 shrink-0',
          title: 'font-medium',
          description: 'text-muted',
          actionButton:
            'ml-auto shrink-0 rounded-md border border-line-strong px-2 py-0.5 text-xs font-medium text-fg hover:bg-hover',
        },
      }}
    />
  );
}
