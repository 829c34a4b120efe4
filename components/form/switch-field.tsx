'use client';

import { type ReactNode, useId } from 'react';
import { fieldSentence } from '#components/ui/field-sentence.ts';
import { Label } from '#components/ui/label.tsx';
import { RequiredMark } from '#components/ui/required-mark.tsx';
import { Switch } from '#components/ui/switch.tsx';

interface Props {
  label: string;
  /** Whether the label has the mark of a required field. */
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its label before it and its help below. */
export function SwitchField({ label, required = false, help, error, checked, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <Label htmlFor={id}>
          {label}
          {required && <RequiredMark />}
        </Label>
        <Switch
          id={id}
          checked={checked}
          onCheckedChange={onChange}
          aria-describedby={help ? `${id}-help` : undefined}
        />
      </div>
      {help && (
        <div id={`${id}-help`} className="mt-1 pr-11 text-xs text-pretty text-faint">
          {help}
        </div>
      )}
      {error && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {fieldSentence(error)}
        </p>
      )}
    </div>
  );
}
