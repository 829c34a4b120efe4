'use client';

import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn } from './cn.ts';
import { notify } from './notify.ts';

interface Props {
  value: string;
  /** The copied value, for the button's name: "Copy transaction ID". */
  what: string;
  className?: string;
}

export function CopyButton({ value, what, className }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    setState(await writeClipboard(value));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), 1600);
  };
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
      aria-label={`Copy ${what}`}
      data-tip={
        {
          idle: `Copy ${what}`,
          copied: 'Copied',
          failed: 'The browser did not allow copying. Select the text and copy it yourself.',
        }[state]
      }
      className={cn(
        'relative inline-grid size-6 shrink-0 place-items-center rounded-sm text-faint transition-colors hover:bg-hover hover:text-fg [&_svg]:size-3.5',
        // On touch screens the button is larger than it looks.
        'pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5',
        className,
      )}
    >
      {state === 'copied' ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
      <span aria-live="polite" className="sr-only">
        {state === 'copied' ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** Copies a text. Browsers offer the clipboard only on secure origins, not on plain http (except localhost). */
export async function writeClipboard(value: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(value);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** Copies a value of a row and confirms it, for menus, which close. `what` is its noun: "identifier". */
export async function copyAndNotify(what: string, value: string): Promise<void> {
  const copied = (await writeClipboard(value)) === 'copied';
  if (copied) notify.done(`${what.charAt(0).toUpperCase()}${what.slice(1)} copied`, { description: value });
  else notify.failed('The browser did not allow copying', { description: `The ${what} is ${value}` });
}
