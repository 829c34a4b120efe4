import { cn } from './cn.ts';

const variants = {
  primary: 'bg-accent text-accent-fg hover:bg-accent-strong font-medium',
  secondary: 'border border-line-strong/60 bg-surface hover:bg-hover active:bg-pressed text-fg font-medium',
  ghost: 'text-muted hover:bg-hover hover:text-fg active:bg-pressed',
  /** For a button that opens a confirmation with a red button. */
  'danger-outline':
    'border border-line-strong/60 bg-surface hover:border-bad hover:bg-bad-soft active:bg-bad-soft text-bad font-medium aria-disabled:border-line-strong/60 aria-disabled:bg-surface',
  danger: 'bg-bad-strong text-white hover:brightness-110 font-medium',
} as const;

const sizes = {
  sm: 'control-sm gap-1 px-2 text-xs pointer-coarse:px-3 pointer-coarse:text-sm',
  md: 'control gap-1.5 px-3 text-sm',
  icon: 'control aspect-square justify-center text-sm',
} as const;

export interface ButtonStyle {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  className?: string;
}

/** Returns the style of a button for other elements, such as links. */
export function buttonClass({ variant = 'secondary', size = 'md', className }: ButtonStyle = {}): string {
  return cn(
    'inline-flex shrink-0 select-none items-center rounded-md whitespace-nowrap transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    sizes[size],
    variants[variant],
    className,
  );
}
