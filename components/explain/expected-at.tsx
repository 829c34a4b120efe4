'use client';

import { useState } from 'react';
import { DateTimeField } from '#components/form/date-time-field.tsx';
import { dateTimeText, readDateTime } from '#lib/time/date-time-text.ts';
import { readerZone } from '#lib/time/reader-zone.ts';

interface Props {
  at: Date | null;
  onChange: (at: Date | null) => void;
}

/** The time at which the message was expected. */
export function ExpectedAt({ at, onChange }: Props) {
  const [text, setText] = useState(() => (at ? dateTimeText(at.getTime(), readerZone()) : ''));
  const commit = (next: string) => {
    const ms = readDateTime(next, { zone: readerZone(), now: Date.now() });
    const isCleared = next.trim() === '';
    if (!isCleared && ms === undefined) return;
    if (isCleared ? at !== null : ms !== at?.getTime()) onChange(ms === undefined ? null : new Date(ms));
  };
  return (
    <div className="flex w-72 max-w-full flex-col gap-2 p-2">
      <p className="text-xs text-pretty text-faint">Runs within 24 hours of this time are considered.</p>
      <DateTimeField label="When it was expected" text={text} onText={setText} onCommit={commit} />
    </div>
  );
}
