import { Button } from '#components/ui/button.tsx';
import { DialogFooter } from '#components/ui/dialog.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { TwoStep } from '#lib/two-step/schema.ts';
import { TwoStepMark } from './two-step-mark.tsx';

interface Props {
  state: TwoStep;
  onReplace: () => void;
  onTurnOff: () => void;
}

/** Active two-step sign-in: its start, the number of unused recovery codes, and the possible changes. */
export function TwoStepState({ state: { enabledAt, recoveryCodesLeft, required }, onReplace, onTurnOff }: Props) {
  return (
    <>
      <div className="flex flex-col gap-2 rounded-md border border-line px-3 py-2">
        <p className="flex flex-wrap items-center gap-x-2">
          <TwoStepMark on />
          {enabledAt && (
            <span className="text-muted">
              since <RelativeTime value={enabledAt} />
            </span>
          )}
        </p>
        <p className={recoveryCodesLeft < 3 ? 'text-warn' : 'text-muted'}>
          {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.
          {recoveryCodesLeft < 3 && ' Create new ones.'}
        </p>
      </div>
      <DialogFooter>
        <Button onClick={onReplace}>New recovery codes…</Button>
        <Button
          variant="danger-outline"
          disabledReason={required ? 'Your organization requires two-step sign-in' : undefined}
          onClick={onTurnOff}
        >
          Turn off…
        </Button>
      </DialogFooter>
    </>
  );
}
