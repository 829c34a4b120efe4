import { stepTypes } from '#components/status/step-types.tsx';
import { RadioTile } from '#components/ui/radio-tile.tsx';
import type { Job } from '#lib/notifications/schema.ts';

interface Props {
  steps: readonly Job[];
  /** The `_id` of the chosen step. */
  value: string;
  onChoose: (jobId: string) => void;
}

/** Chooses one of the messages of a run. */
export function StepChoice({ steps, value, onChoose }: Props) {
  return (
    <fieldset aria-label="Message" className="mb-4 flex flex-col gap-1">
      {steps.map(({ _id, type, step }) => {
        const { label, icon: Icon } = stepTypes[type];
        return (
          <RadioTile
            key={_id}
            name="step"
            value={_id}
            checked={_id === value}
            onChange={() => onChoose(_id)}
            className="min-h-8 items-center gap-2 pointer-coarse:min-h-11"
          >
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="truncate">{step.name || label}</span>
            {step.name && step.name !== label && <span className="shrink-0 text-faint">{label}</span>}
          </RadioTile>
        );
      })}
    </fieldset>
  );
}
