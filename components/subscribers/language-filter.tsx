'use client';

import { useState } from 'react';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { languageName, languages } from '#lib/text/language.ts';

interface Props {
  /** A language without a region. Empty if the filter is off. */
  value: string;
  onChange: (language: string) => void;
}

/** A list filter by the language of the locale, in all of its regions. */
export function LanguageFilter({ value, onChange }: Props) {
  // The names of all languages are created when the filter opens.
  const [isOpened, setOpened] = useState(false);
  const all = isOpened ? languages() : [];
  const isListed = value === '' || all.some((option) => option.value === value);
  const options = isListed ? all : [{ value, label: languageName(value) ?? value }, ...all];
  return (
    <ChoiceFilter
      label="Language"
      options={options}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onOpenChange={(open) => open && setOpened(true)}
    />
  );
}
