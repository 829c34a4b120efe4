'use client';

import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonStyle } from './button-class.ts';
import { writeClipboard } from './copy-button.tsx';
import { notify } from './notify.ts';

interface Props {
  /** Returns the text to copy. Called on click. */
  text: () => string;
  icon: ReactNode;
  /** The button's label, such as "Copy for ticket". */
  children: string;
  /** For minor actions: shows only the icon, with the label as its tooltip; `phones`: on phones only. */
  iconOnly?: boolean | 'phones';
  /** Whether the button is the main action of a dialog. */
  isPrimary?: boolean;
  /** The advice if the browser does not allow copying. */
  otherwise?: string;
}

/** A button that copies a text and confirms it. */
export function CopyText({ text, icon, children, iconOnly = false, isPrimary = false, otherwise }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = (await writeClipboard(text())) === 'copied';
    if (!done)
      return notify.failed(
        'The browser did not allow copying',
        otherwise === undefined ? {} : { description: otherwise },
      );
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <Button
      {...(isPrimary ? { variant: 'primary' } : minorStyle(iconOnly))}
      {...(iconOnly === true && { 'data-tip': children })}
      onClick={() => void copy()}
    >
      {copied ? <Check aria-hidden className="text-ok" /> : icon}
      <span className={iconOnly === true ? 'sr-only' : iconOnly ? 'max-sm:sr-only' : undefined}>{children}</span>
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}

function minorStyle(iconOnly: boolean | 'phones'): ButtonStyle {
  return { variant: iconOnly ? 'ghost' : 'secondary', size: iconOnly === true ? 'icon' : 'sm' };
}
