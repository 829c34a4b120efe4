import { Undo2 } from 'lucide-react';
import { Switch } from '#components/ui/switch.tsx';
import { WITHOUT_ADDRESS } from './preference-switch.tsx';

/** The five appearances of a switch, and the button next to it. */
export function PreferenceLegend() {
  return (
    <ul
      aria-label="Meaning of the switches"
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-faint"
    >
      {LOOKS.map(({ label, ...look }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span inert aria-hidden className="inline-flex">
            <Switch {...look} />
          </span>
          {label}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <Undo2 aria-hidden className="size-3.5" />
        Back to the default
      </li>
    </ul>
  );
}

const LOOKS = [
  { label: 'On', checked: true },
  { label: 'Off', checked: false },
  { label: 'Not set: each workflow decides', checked: true, unset: true },
  { label: 'On, without an address', checked: true, className: WITHOUT_ADDRESS },
  { label: 'Decided by a critical workflow', checked: true, disabledReason: '' },
];
