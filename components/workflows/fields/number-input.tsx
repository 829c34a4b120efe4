'use client';

import { type ComponentProps, useState } from 'react';
import { Input } from '#components/ui/input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: unknown;
  onChange: (value: number | undefined) => void;
}

/** A number, or nothing. What is half typed ("1.") stays as it is until it is one. */
export function NumberInput({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string>();
  const known = typeof value === 'number' ? String(value) : '';
  const shown =
    typed !== undefined && numberOf(typed) === (typeof value === 'number' ? value : undefined) ? typed : known;
  return (
    <Input
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberOf(event.target.value));
      }}
    />
  );
}

function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
