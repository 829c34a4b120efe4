'use client';

import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ClearSearch } from '#components/ui/clear-search.tsx';
import { cn } from '#components/ui/cn.ts';
import { inputClass } from '#components/ui/input.tsx';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

const delayMs = 250;

/** The search field of a list. It applies during typing, after a short pause. `/` focuses it. */
export function SearchFilter({ label, placeholder, value, onChange, className }: Props) {
  const [draft, setDraft] = useState(value);
  const [applied, setApplied] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  if (value !== applied) {
    setApplied(value);
    setDraft(value);
  }
  const apply = (text: string) => {
    clearTimeout(timer.current);
    setApplied(text.trim());
    onChange(text.trim());
  };
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), delayMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className={cn('relative min-w-52 max-w-80 flex-1 max-sm:max-w-none', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        type="search"
        data-search
        value={draft}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(draft);
          if (event.key === 'Escape') input.current?.blur();
        }}
        className={cn(inputClass, 'control-sm px-7 [&::-webkit-search-cancel-button]:hidden')}
      />
      {draft && (
        <ClearSearch
          onClear={() => {
            setDraft('');
            apply('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
