import { ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  open: boolean;
  onFold: (open: boolean) => void;
  /** The place of the chevron. Default: before the text. */
  mark?: 'start' | 'end';
  markClass?: string;
}

/** A button that shows and hides the content after it. Its chevron points down while the content is shown. */
export function FoldButton({ open, onFold, mark = 'start', markClass, children, ...props }: Props) {
  const chevron = (
    <ChevronRight
      aria-hidden
      className={cn('size-3.5 shrink-0 text-faint transition-transform', open && 'rotate-90', markClass)}
    />
  );
  return (
    <button type="button" aria-expanded={open} onClick={() => onFold(!open)} {...props}>
      {mark === 'start' && chevron}
      {children}
      {mark === 'end' && chevron}
    </button>
  );
}
