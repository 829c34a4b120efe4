'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, TextField } from '#components/form/form.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { twoStepMutations, twoStepQueries } from '#lib/two-step/client.ts';
import { TwoStepProof } from '#lib/two-step/schema.ts';
import { CodeField } from './code-field.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SetUpTwoStep } from './set-up-two-step.tsx';
import { TwoStepState } from './two-step-state.tsx';

interface Props {
  email: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Turns the signed-in user's two-step sign-in on and off, and replaces the recovery codes. */
export function TwoStepDialog({ open, onOpenChange, ...props }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Two-step sign-in"
        description="Sign-in needs your password and a code from an authenticator app, so a stolen password alone is not enough."
      >
        {open && <Steps {...props} onClose={() => onOpenChange(false)} />}
      </DialogContent>
    </Dialog>
  );
}

type View = 'state' | 'replace' | 'turn-off';

function Steps({ email, onClose }: { email: string; onClose: () => void }) {
  const own = useQuery(twoStepQueries.own());
  const [view, setView] = useState<View>('state');
  const [codes, setCodes] = useState<string[]>();
  const replace = useMutation(twoStepMutations.replaceRecoveryCodes());
  const turnOff = useMutation(twoStepMutations.turnOff());
  const back = () => setView('state');
  if (codes) return <RecoveryCodeList codes={codes} onDone={onClose} />;
  if (own.isError) return <ErrorState title="Two-step sign-in could not be loaded" message={own.error.message} />;
  if (own.isPending) return <Skeleton className="h-24" />;
  if (!own.data.enabled) {
    const onDone = () => {
      notify.done('Two-step sign-in is on');
      onClose();
    };
    return <SetUpTwoStep email={email} onCancel={onClose} onDone={onDone} />;
  }
  if (view === 'state')
    return <TwoStepState state={own.data} onReplace={() => setView('replace')} onTurnOff={() => setView('turn-off')} />;
  if (view === 'replace') {
    return (
      <ProofForm
        key="replace"
        intro="The earlier recovery codes stop working."
        submit="Create new codes"
        onCancel={back}
        onSubmit={async (proof) => setCodes((await replace.mutateAsync(proof)).recoveryCodes)}
      />
    );
  }
  const end = async (proof: TwoStepProof) => {
    await turnOff.mutateAsync(proof);
    notify.done('Two-step sign-in is off');
    onClose();
  };
  return (
    <ProofForm
      key="turn-off"
      intro="The password alone is then enough to sign in. The recovery codes are deleted."
      submit="Turn off two-step sign-in"
      onCancel={back}
      onSubmit={end}
    />
  );
}

interface ProofProps {
  intro: string;
  submit: string;
  onCancel: () => void;
  onSubmit: (proof: TwoStepProof) => Promise<unknown>;
}

function ProofForm({ intro, ...form }: ProofProps) {
  return (
    <Form schema={TwoStepProof} defaultValues={{ password: '', code: '' }} {...form}>
      <p className="text-pretty text-muted">{intro}</p>
      <TextField name="password" label="Current password" type="password" autoComplete="current-password" autoFocus />
      <CodeField acceptsRecoveryCode />
    </Form>
  );
}
