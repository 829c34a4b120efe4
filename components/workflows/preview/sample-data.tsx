'use client';

import { useState } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { useSubscriberSearch } from '#components/layout/use-subscriber-search.ts';
import { Button } from '#components/ui/button.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { ComboBox } from '#components/workflows/fields/combo-box.tsx';
import { useJsonText } from '#components/workflows/fields/json-text.ts';
import { isObject } from '#lib/json.ts';
import type { PreviewPayload } from '#lib/workflows/client.ts';

interface Props {
  environmentId: string;
  example: PreviewPayload | undefined;
  sample: PreviewPayload | undefined;
  onChange: (sample: PreviewPayload | undefined) => void;
}

/** The data of the preview: the example, edited values, or a real subscriber. */
export function SampleData({ environmentId, example, sample, onChange }: Props) {
  const shown = sample && !isPersonOnly(sample) ? sample : (example ?? {});
  const json = useJsonText(
    shown,
    (value) => onChange(isObject(value) ? value : undefined),
    (value) => (isObject(value) ? undefined : 'An object is needed, with subscriber, payload, steps or context.'),
  );
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-end gap-2">
        <PersonSearch
          environmentId={environmentId}
          onChoose={(subscriberId) => onChange({ ...sample, subscriber: { subscriberId } })}
        />
        <Button disabledReason={sample ? undefined : 'This is the example.'} onClick={() => onChange(undefined)}>
          Reset to example
        </Button>
      </div>
      <div className="flex flex-col gap-1.5">
        <span id="sample-data-label" className="text-xs font-medium">
          Values
        </span>
        <CodeField
          value={json.text}
          onChange={json.change}
          language="json"
          label="Values"
          labelledBy="sample-data-label"
          invalid={json.problem !== undefined}
          maxHeight={320}
        />
        <p role="status" className={json.problem ? 'text-xs text-bad' : 'text-xs text-faint'}>
          {json.problem ?? 'Only for previews: nothing is stored or sent.'}
        </p>
      </div>
    </div>
  );
}

function PersonSearch({ environmentId, onChoose }: { environmentId: string; onChoose: (id: string) => void }) {
  const [needle, setNeedle] = useState('');
  const people = useSubscriberSearch(environmentId, useDebounced(needle.trim(), 200));
  const options = people.data.map((person) => ({
    value: person.subscriberId,
    detail: [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email || '',
  }));
  const change = (next: string) => {
    setNeedle(next);
    if (options.some(({ value }) => value === next)) onChoose(next);
  };
  return (
    <div className="flex min-w-48 flex-1 flex-col gap-1.5">
      <label htmlFor="sample-subscriber" className="text-xs font-medium">
        Subscriber
      </label>
      <ComboBox
        id="sample-subscriber"
        value={needle}
        onChange={change}
        options={options}
        all
        placeholder="Search by name, e-mail or id"
      />
    </div>
  );
}

/** Only a subscriber was chosen, so the shown values are those of the answer. */
function isPersonOnly({ subscriber, ...rest }: PreviewPayload): boolean {
  const own = subscriber ? Object.keys(subscriber) : [];
  return Object.keys(rest).length === 0 && own.length === 1 && own[0] === 'subscriberId';
}
