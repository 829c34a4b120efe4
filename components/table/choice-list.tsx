'use client';

import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cn } from '#components/ui/cn.ts';
import { menuItemClass } from '#components/ui/menu-classes.ts';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T | null;
  onChoose: (value: T) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A list in a panel to choose one option. Arrow keys move the focus. Only Enter chooses, because choosing closes the panel. */
export function ChoiceList<T extends string>({ label, options, value, onChoose }: Props<T>) {
  const reached = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <div role="radiogroup" aria-label={label} onKeyDown={moveFocus}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot close its panel
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === reached ? 0 : -1}
          onClick={() => onChoose(option.value)}
          className={cn(menuItemClass, 'focus-inset w-full justify-between text-left hover:bg-hover')}
        >
          <span className="min-w-0 truncate">{option.label}</span>
          {option.value === value && <Check aria-hidden className="text-accent-text" />}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[(at + step + all.length) % all.length]?.focus();
}
