'use client';

import { CodeField } from '#components/code/code-field.tsx';
import { RecentPayload } from '#components/events/recent-payload.tsx';
import { SubscriberPicker } from '#components/subscribers/subscriber-picker.tsx';
import { Button } from '#components/ui/button.tsx';
import { useJsonText } from '#components/workflows/fields/json-text.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import type { PreviewPayload } from '#lib/workflows/client.ts';

interface Props {
  example: PreviewPayload | undefined;
  sample: PreviewPayload | undefined;
  /** The run whose payload is shown. Undefined if the payload is not that of a run. */
  newest: { at: string } | undefined;
  /** Workflow._id */
  workflowId: string;
  onChange: (sample: PreviewPayload | undefined) => void;
}

/** The data of the preview: the payload of a run, the example, edited values, or a real subscriber. */
export function SampleData({ example, sample, newest, workflowId, onChange }: Props) {
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
        <Button
          disabledReason={
            sample ? undefined : newest ? 'The payload of the run is already shown.' : 'The example is already shown.'
          }
          onClick={() => onChange(undefined)}
        >
          {newest ? 'Reset' : 'Reset to example'}
        </Button>
      </div>
      <div className="flex flex-col gap-1.5">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <span id="sample-data-label" className="text-xs font-medium">
            Values
          </span>
          <RecentPayload
            workflowId={workflowId}
            onTake={(text) => {
              const payload = parseJson(text);
              if (isObject(payload)) onChange({ ...sample, payload });
            }}
          />
        </div>
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

/** Whether only a subscriber was chosen, so that the values of the response are shown. */
function isPersonOnly(sample: PreviewPayload): boolean {
  return Object.keys(sample).length === 1 && chosenSubscriber(sample) !== null;
}

/** Returns the ID of a stored subscriber whose values are used. Null if the values were edited. */
function chosenSubscriber({ subscriber = {} }: PreviewPayload = {}): string | null {
  const { subscriberId, ...own } = subscriber;
  return Object.keys(own).length === 0 && typeof subscriberId === 'string' ? subscriberId : null;
}
