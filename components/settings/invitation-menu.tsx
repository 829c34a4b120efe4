import { useMutation } from '@tanstack/react-query';
import { Ban, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useSession } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { canChangeMember, whyNot } from '#lib/auth/permissions.ts';
import type { Invitation } from '#lib/invitations/schema.ts';
import { memberMutations } from '#lib/members/client.ts';
import { linkNote } from './link-note.ts';
import { ShownOnce } from './shown-once.tsx';

const onError = (error: Error) => notifyFailure(error);

/** The actions on an open invitation. */
export function InvitationMenu({ invitation }: { invitation: Invitation }) {
  const { _id, email, role } = invitation;
  const { user } = useSession();
  const denied = canChangeMember(user.role, role) ? undefined : whyNot(user.role, 'members:owners');
  const [resending, setResending] = useState(false);
  const revoke = useMutation({ ...memberMutations.revokeInvitation(), onError });
  return (
    <>
      <ActionsMenu name={`the invitation of ${email}`} denied={denied}>
        <MenuAction icon={RefreshCw} reason={denied} onSelect={() => setResending(true)}>
          Send again…
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction icon={Ban} reason={denied} onSelect={() => revoke.mutate(_id)}>
          Revoke
        </MenuAction>
      </ActionsMenu>
      <ResendDialog invitation={invitation} open={resending} onOpenChange={setResending} />
    </>
  );
}

interface Props {
  invitation: Invitation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function ResendDialog({ invitation: { _id, email }, open, onOpenChange }: Props) {
  const resend = useMutation({ ...memberMutations.resendInvitation(), onError });
  const change = (next: boolean) => {
    onOpenChange(next);
    if (!next) resend.reset();
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      {resend.data ? (
        <DialogContent title="Share this link" description={linkNote(resend.data)}>
          <ShownOnce
            value={`${location.origin}${resend.data.path}`}
            what="invitation link"
            onDone={() => change(false)}
          />
        </DialogContent>
      ) : (
        <DialogContent
          title={`Invite ${email} again?`}
          description="You get a new link, which is valid for 7 days. The earlier link stops working."
        >
          <DialogFooter>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button variant="primary" pending={resend.isPending} onClick={() => resend.mutate(_id)}>
              Create new link
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}
