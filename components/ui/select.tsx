'use client';

import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { cn } from './cn.ts';
import { inputClass } from './input.tsx';
import type { SelectProps } from './select-props.ts';

type Layer = typeof import('./select-layer.tsx')['SelectLayer'];

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];
let layer: Layer | undefined;

export async function loadSelect(): Promise<void> {
  layer ??= (await import('./select-layer.tsx')).SelectLayer;
}

/** A select whose list of options is loaded before it opens for the first time. */
export function Select<T extends string>(props: SelectProps<T>) {
  const [isOpened, setOpened] = useState(false);
  if (isOpened && layer) {
    const Loaded = layer;
    return <Loaded {...props} />;
  }
  const open = () => void loadSelect().then(() => setOpened(true));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING.includes(event.key)) return;
    event.preventDefault();
    open();
  };
  const { value, options, label, placeholder, id, className, disabled } = props;
  return (
    <button
      type="button"
      id={id}
      aria-invalid={props['aria-invalid']}
      aria-describedby={props['aria-describedby']}
      role="combobox"
      aria-label={label}
      aria-expanded={false}
      disabled={disabled}
      onPointerEnter={() => void loadSelect()}
      onFocus={() => void loadSelect()}
      onClick={open}
      onKeyDown={onKeyDown}
      className={cn(inputClass, 'inline-flex items-center justify-between gap-2 text-left', className)}
    >
      <span className="min-w-0 truncate">{options.find((option) => option.value === value)?.label ?? placeholder}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
    </button>
  );
}
