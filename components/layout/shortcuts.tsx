import { CommandKey } from '#components/ui/command-key.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { navigation } from './navigation.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Shortcut {
  /** The keys, pressed one after another, or together if joined by a plus sign. */
  keys: readonly string[];
  does: string;
}

/** A placeholder for ⌘ or Ctrl. */
const COMMAND = 'Command';

const groups: readonly { label: string; shortcuts: readonly Shortcut[] }[] = [
  {
    label: 'Anywhere',
    shortcuts: [
      { keys: [COMMAND, '+', 'K'], does: 'Search everything' },
      { keys: ['/'], does: 'Search on this page' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close the top panel' },
    ],
  },
  {
    label: 'Lists',
    shortcuts: [
      { keys: ['J'], does: 'Next row' },
      { keys: ['K'], does: 'Previous row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['.'], does: 'Menu of a workflow' },
      { keys: ['X'], does: 'Select a workflow' },
    ],
  },
  ...navigation.map(({ label, items }) => ({
    label: label ? `Go to: ${label}` : 'Go to',
    shortcuts: items.map((item) => ({ keys: ['G', item.key.toUpperCase()], does: item.label })),
  })),
];

/** The list of keyboard shortcuts. */
export function Shortcuts({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" className="max-w-xl">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, so the keyboard must reach it */}
        <div tabIndex={0} className="gap-x-10 pt-2 sm:columns-2">
          {groups.map(({ label, shortcuts }) => (
            <section key={label} className="break-inside-avoid pb-5">
              <h3 className="pb-1 text-xs font-medium text-faint">{label}</h3>
              <dl>
                {shortcuts.map(({ keys, does }) => (
                  <div key={does} className="flex min-h-8 items-center justify-between gap-4">
                    <dt>{does}</dt>
                    <dd className="flex items-center gap-1 text-xs text-faint">
                      {keys.map((key) => (
                        <Key key={key} name={key} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  if (name === COMMAND) return <CommandKey />;
  return name === '+' ? name : <Kbd>{name}</Kbd>;
}
