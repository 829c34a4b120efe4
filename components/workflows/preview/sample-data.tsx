'use client';

import { CodeField } from '#components/code/code-field.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { Button } from '#components/ui/button.tsx';
import { useJsonText } from '#components/workflows/fields/json-text.ts';
import { isObject } from '#lib/json.ts';
import type { PreviewPayload } from '#lib/workflows/client.ts';

interface Props {
  example: PreviewPayload | undefined;
  sample: PreviewPayload | undefined;
  onChange: (sample: PreviewPayload | undefined) => void;
}

/** The data of the preview: the example, edited values, or a real subscriber. */
export function SampleData({ example, sample, onChange }: Props) {
  const chosen = chosenSubscriber(sample);
  const shown = sample && !isPersonOnly(sample) ? sample : (example ?? {});
  const json = useJsonText(
    shown,
    (value) => onChange(isObject(value) ? value : undefined),
    (value) => (isObject(value) ? undefined : 'Enter a JSON object with subscriber, payload, steps or context.'),
  );
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <SubscriberPicker
            label="Subscriber"
            value={chosen}
            onChange={(subscriberId) =>
              onChange(subscriberId === null ? undefined : { ...sample, subscriber: { subscriberId } })
            }
          />
        </div>
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

/** Whether only a subscriber was chosen, so that the shown values are those of the response. */
function isPersonOnly(sample: PreviewPayload): boolean {
  return Object.keys(sample).length === 1 && chosenSubscriber(sample) !== null;
}

/** Returns the ID of a stored subscriber whose values are used. Null if the values were edited. */
function chosenSubscriber({ subscriber = {} }: PreviewPayload = {}): string | null {
  const { subscriberId, ...own } = subscriber;
  return Object.keys(own).length === 0 && typeof subscriberId === 'string' ? subscriberId : null;
}
