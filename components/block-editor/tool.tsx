import type { LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { cn } from '#components/ui/cn.ts';

export const toolClass =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-fg ' +
  'aria-pressed:bg-accent-soft aria-pressed:text-accent-text disabled:opacity-45 disabled:hover:bg-transparent ' +
  'pointer-coarse:size-11 [&_svg]:size-4';

interface Props {
  label: string;
  icon: LucideIcon;
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

/** One button of the toolbar. It keeps the selection in the text. */
export function Tool({ label, icon: Icon, pressed, disabled, onPress }: Props) {
  return (
    <Toolbar.Button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      data-tip={label}
      disabled={disabled}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={toolClass}
    >
      <Icon aria-hidden />
    </Toolbar.Button>
  );
}

/** Absent on phones, where the tools wrap and the line may end a row. */
export function Divider({ className }: { className?: string }) {
  return <Toolbar.Separator className={cn('mx-0.5 h-5 w-px shrink-0 bg-line max-sm:hidden', className)} />;
}
