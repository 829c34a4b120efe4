import { useCallback, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { useLeaveGuard } from '#components/workflows/editor/use-leave-guard.ts';

interface Props {
  active: boolean;
  name: string;
  saving: boolean;
  onSave: () => Promise<boolean>;
}

/** Asks before unsaved changes are left behind. */
export function LayoutLeave({ active, name, saving, onSave }: Props) {
  const [question, setQuestion] = useState<{ settle: (leave: boolean) => void }>();
  const ask = useCallback(() => new Promise<boolean>((settle) => setQuestion({ settle })), []);
  useLeaveGuard(active, ask);
  const answer = (leave: boolean) => {
    question?.settle(leave);
    setQuestion(undefined);
  };
  return (
    <Dialog open={question !== undefined} onOpenChange={() => answer(false)}>
      <DialogContent
        role="alertdialog"
        title="Leave with unsaved changes?"
        description={`What you changed in “${name}” is not saved.`}
        className="max-w-lg"
      >
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={() => answer(true)} className="mr-auto text-bad">
            Discard and leave
          </Button>
          <Button onClick={() => answer(false)}>Stay</Button>
          <Button variant="primary" pending={saving} onClick={async () => answer(await onSave())}>
            Save and leave
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
