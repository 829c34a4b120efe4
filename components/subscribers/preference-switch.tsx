import { Undo2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Switch } from '#components/ui/switch.tsx';
import type { PreferenceCell } from './preference-cells.ts';

/** The style of a switch that is on without effect: paler than on, but not grey like off. */
export const WITHOUT_ADDRESS =
  'opacity-100! aria-checked:border-accent-text/50! aria-checked:bg-accent-soft! aria-checked:*:bg-accent-text/60!';

/**
 * The tooltip shows which layer decides, and why the switch cannot be changed if another layer does. Next to the switch is
 * the button that resets a choice (in a list to the left, at touch size). The button takes no room, so that all switches
 * align.
 */
export function PreferenceSwitch({ cell }: { cell: PreferenceCell }) {
  return (
    <span className="relative inline-flex align-middle">
      <Switch
        aria-label={cell.label}
        checked={cell.on}
        unset={cell.unset}
        description={cell.locked ? cell.unreachable : cell.description}
        disabledReason={cell.reason}
        onCheckedChange={cell.change}
        className={cn(cell.unreachable && WITHOUT_ADDRESS)}
      />
      {cell.undo && <Undo label={cell.label} undo={cell.undo} />}
    </span>
  );
}

/** Resets the choice. The button then disappears, so the focus moves on to the switch. */
function Undo({ label, undo }: { label: string; undo: () => void }) {
  const take = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.parentElement?.querySelector<HTMLElement>('[role=switch]')?.focus();
    undo();
  };
  return (
    <button
      type="button"
      aria-label={`Back to the default: ${label}`}
      data-tip="Back to the default"
      onClick={take}
      className="absolute top-1/2 left-full ml-0.5 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-faint transition-colors hover:bg-hover hover:text-fg in-[li]:right-full in-[li]:left-auto in-[li]:mr-2 in-[li]:size-11"
    >
      <Undo2 aria-hidden className="size-3.5" />
    </button>
  );
}
