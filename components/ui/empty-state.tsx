import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Prose } from './prose.tsx';

interface Props {
  icon?: LucideIcon;
  title: string;
  /** The purpose of the page, and why it is empty. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-14 text-center">
      {Icon && <Icon aria-hidden className="mb-1 size-6 text-faint" strokeWidth={1.5} />}
      <p className="text-base font-semibold text-balance wrap-anywhere">
        <Prose>{title}</Prose>
      </p>
      {children && (
        <div className="text-balance text-muted">
          {typeof children === 'string' ? <Prose>{children}</Prose> : children}
        </div>
      )}
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}
