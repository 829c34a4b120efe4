'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { memberMutations } from '#lib/members/client.ts';
import type { Member } from '#lib/members/schema.ts';
import { ShownOnce } from './shown-once.tsx';

interface Props {
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a link with which the member chooses a new password. */
export function ResetPasswordDialog({ member, open, onOpenChange }: Props) {
  const create = useMutation({
    ...memberMutations.createPasswordReset(),
    onError: (error) => notifyFailure(error),
  });
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) create.reset();
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {create.data ? (
        <DialogContent
          title="Share this link"
          description={`Only ${create.data.email} should get this link. The link works once, for 24 hours, and is not sent by email. A change of the member’s role ends it.`}
        >
          <ShownOnce value={`${location.origin}${create.data.path}`} what="reset link" onDone={() => change(false)} />
        </DialogContent>
      ) : (
        <DialogContent
          title={`Reset the password of ${member.name}?`}
          description="You get a link with which the member chooses a new password. Earlier reset links stop working. The current password and sessions stay valid until the link is used."
        >
          <DialogFooter>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button variant="primary" pending={create.isPending} onClick={() => create.mutate(member._id)}>
              Create reset link
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}
