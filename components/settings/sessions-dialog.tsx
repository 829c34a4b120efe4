'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { SessionList } from './session-list.tsx';

interface Props {
  /** Undefined for the signed-in user. */
  member: { id: string; name: string } | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The open sessions of a person. */
export function SessionsDialog({ member, open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={member ? `Sessions of ${member.name}` : 'Your sessions'}
        description="A session ends at sign-out, after 7 days without use, and at the latest after 30 days. Times of last use are accurate to one hour."
      >
        <SessionList member={member} close={<Button onClick={() => onOpenChange(false)}>Close</Button>} />
      </DialogContent>
    </Dialog>
  );
}
