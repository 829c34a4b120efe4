'use client';

import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Label } from '#components/ui/label.tsx';
import { SubscriberSearchField, type SubscriberSearchFieldProps } from './subscriber-search-field.tsx';
import { useSubscriberName } from './use-subscriber-name.ts';

interface Props extends Pick<SubscriberSearchFieldProps, 'label' | 'placeholder' | 'anyId' | 'small'> {
  /** The `subscriberId` of the chosen subscriber; null if none is chosen. */
  value: string | null;
  onChange: (subscriberId: string | null) => void;
  /** Whether the label is for screen readers only. */
  hideLabel?: boolean;
  autoFocus?: boolean;
  /** The name of a value that is not a subscriber's ID. */
  called?: string | undefined;
}

/** A field to choose a subscriber of the environment by name, email, phone or ID. */
export function SubscriberPicker({ value, onChange, hideLabel, called, ...props }: Props) {
  const id = useId();
  const name = useSubscriberName(value);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {!hideLabel && <Label htmlFor={id}>{props.label}</Label>}
      <div className="relative min-w-0">
        <SubscriberSearchField {...props} ref={field} id={id} chosen={called ?? name} onChoose={onChange} />
        {value !== null && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Clear ${props.label.toLowerCase()}`}
            onClick={() => {
              onChange(null);
              field.current?.focus();
            }}
            className={cn('absolute top-0 right-0', props.small && 'control-sm')}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
    </div>
  );
}
