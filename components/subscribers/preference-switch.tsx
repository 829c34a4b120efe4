import { Switch } from '#components/ui/switch.tsx';
import type { PreferenceCell } from './preference-rows.ts';

/** Its tooltip says who decides, and why it cannot be changed where that is something else. */
export function PreferenceSwitch({ cell }: { cell: PreferenceCell }) {
  return (
    <Switch
      aria-label={cell.label}
      checked={cell.on}
      unset={cell.unset}
      description={cell.description === cell.reason ? undefined : cell.description}
      disabledReason={cell.reason}
      onCheckedChange={cell.change}
      className="align-middle"
    />
  );
}
