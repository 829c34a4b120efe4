'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { pastedId } from '#lib/text/pasted-id.ts';
import { FilterButton } from './filter-button.tsx';

interface Props {
  label: string;
  /** One line about the expected text. */
  help?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter for a text, applied on Enter. Surrounding characters from copying are removed. */
export function TextFilter({ label, help, placeholder, value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange(pastedId(String(new FormData(event.currentTarget).get('value') ?? '')));
    setOpen(false);
  };
  return (
    <FilterButton
      label={label}
      value={value || undefined}
      onClear={() => onChange('')}
      open={open}
      onOpenChange={setOpen}
    >
      <form onSubmit={submit} className="flex flex-col gap-2 p-1.5">
        <Input
          name="value"
          defaultValue={value}
          placeholder={placeholder}
          aria-label={label}
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        {help && <p className="text-xs text-faint">{help}</p>}
        <Button type="submit" size="sm" variant="primary" className="justify-center">
          Apply
        </Button>
      </form>
    </FilterButton>
  );
}
