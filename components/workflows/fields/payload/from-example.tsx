'use client';

import { useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Button } from '#components/ui/button.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { inferSchema } from './infer-schema.ts';

interface Props {
  /** Whether the new schema replaces an existing one. */
  replaces: boolean;
  onMake: (schema: JsonObject) => void;
  onCancel: () => void;
}

/** Creates a schema from an example payload. */
export function FromExample({ replaces, onMake, onCancel }: Props) {
  const [text, setText] = useState('');
  const payload = objectOf(text);
  const reason = text.trim() === '' ? 'Paste a payload first.' : payload ? undefined : 'This is not a JSON object.';
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-3">
      <p id="from-example" className="text-xs font-medium">
        Payload as your product sends it
      </p>
      <CodeField
        value={text}
        onChange={setText}
        language="json"
        label="Payload as your product sends it"
        labelledBy="from-example"
        placeholder={'{ "orderId": "A-1001", "total": 42.5 }'}
        minHeight={120}
        maxHeight={320}
        focus={START}
      />
      <p className="text-xs text-faint">
        Every property becomes optional. Mark required ones afterwards.
        {replaces && ' This replaces the current schema.'}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" disabledReason={reason} onClick={() => payload && onMake(inferSchema(payload))}>
          Create schema
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

const START = { at: 0 };

function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
