'use client';

import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { takeEscapeFirst } from '#components/code/escape-first.ts';
import { cn } from '#components/ui/cn.ts';
import { Input } from '#components/ui/input.tsx';

export interface ComboOption {
  value: string;
  /** Shown faintly on the right. */
  detail?: string;
}

interface Props
  extends Pick<ComponentProps<typeof Input>, 'id' | 'maxLength' | 'onBlur' | 'placeholder' | 'readOnly' | 'ref'> {
  value: string;
  onChange: (value: string) => void;
  /** Runs when an option is chosen. Default: the option becomes the value. */
  onChoose?: (value: string) => void;
  options: readonly ComboOption[];
  label?: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  className?: string;
  /** Whether the text is code, such as a path. */
  mono?: boolean;
  'data-focus-first'?: true | undefined;
  /** Handles keys that the list does not use. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

const MAX_SHOWN = 50;

/** Free text with suggestions: arrow keys choose, Enter accepts, Escape closes. */
export function ComboBox({
  value,
  onChange,
  onChoose = onChange,
  options,
  label,
  labelledBy,
  describedBy,
  invalid,
  className,
  mono = true,
  onBlur,
  onKeyDown,
  ...props
}: Props) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const needle = value.trim().toLowerCase();
  const exact = options.some((option) => option.value === value);
  const isLike = ({ value, detail }: ComboOption) => `${value}\n${detail ?? ''}`.toLowerCase().includes(needle);
  const shown = options.filter((option) => exact || isLike(option)).slice(0, MAX_SHOWN);
  const visible = open && shown.length > 0 && !props.readOnly;
  useEffect(() => {
    if (!visible) return;
    return takeEscapeFirst(() => {
      setOpen(false);
      return true;
    });
  }, [visible]);
  const take = (next: string) => {
    onChoose(next);
    setOpen(false);
    setActive(-1);
  };
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const move = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) =>
        shown.length === 0 ? -1 : (Math.max(at, move > 0 ? -1 : 0) + move + shown.length) % shown.length,
      );
    } else if (event.key === 'Enter' && visible && shown[active]) {
      event.preventDefault();
      take(shown[active].value);
    } else onKeyDown?.(event);
  };
  return (
    <div className={cn('relative min-w-0', className)}>
      <Input
        {...props}
        role="combobox"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-expanded={visible}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={visible && active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={(event) => {
          setOpen(false);
          onBlur?.(event);
        }}
        onKeyDown={key}
        className={cn(mono && 'font-mono text-xs')}
      />
      <ul
        id={list}
        // Browsers make a scrolling list a Tab stop, but this one closes on blur.
        tabIndex={-1}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combo box
        role="listbox"
        aria-label={label ?? 'Suggestions'}
        className={cn(
          'absolute inset-x-0 top-full z-50 mt-1 max-h-60 overflow-y-auto rounded-lg bg-raised p-1 shadow-float',
          !visible && 'hidden',
        )}
      >
        {visible &&
          shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and takes the keys
            <li
              key={option.value}
              id={`${list}-${index}`}
              tabIndex={-1}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of a combo box
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option.value)}
              ref={(element) => void (index === active && element?.scrollIntoView({ block: 'nearest' }))}
              className={cn(
                'flex min-h-7 cursor-default items-center justify-between gap-3 rounded-md px-2 text-xs hover:bg-hover',
                index === active && 'bg-hover',
              )}
            >
              <span className={cn('min-w-0 truncate', mono && 'font-mono')}>{option.value}</span>
              {option.detail && <span className="shrink-0 text-faint">{option.detail}</span>}
            </li>
          ))}
      </ul>
    </div>
  );
}
