'use client';

import { useId } from 'react';
import { Switch } from '#components/ui/switch.tsx';
import type { JsonObject } from '#lib/json/values.ts';

interface ValidateProps {
  on: boolean;
  onChange: (on: boolean) => void;
  schema: JsonObject | null;
  readOnly: string | undefined;
}

/** The switch that rejects triggers with an invalid payload. */
export function ValidateSwitch({ on, onChange, schema, readOnly }: ValidateProps) {
  const id = useId();
  const reason = readOnly ?? (schema === null && !on ? 'There is no schema to check against.' : undefined);
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-xs font-medium">
          Check payloads
        </label>
        <p id={`${id}-help`} className="text-xs text-pretty text-faint">
          A trigger whose payload does not match the schema is rejected with the reason.
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-help`} checked={on} onCheckedChange={onChange} disabledReason={reason} />
    </div>
  );
}
