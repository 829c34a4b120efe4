'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Form } from '#components/form/form.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { environmentMutations } from '#lib/environments/client.ts';
import { COLORS } from '#lib/environments/colors.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { EnvironmentFields, type EnvironmentForm, environmentForm } from './environment-fields.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NewEnvironmentDialog({ open, onOpenChange }: Props) {
  const { environments } = useSession();
  const router = useRouter();
  const create = useMutation(environmentMutations.create());
  const submit = async ({ isProduction, ...body }: EnvironmentForm) => {
    const made = await create.mutateAsync({ ...body, type: isProduction ? 'prod' : 'dev' });
    onOpenChange(false);
    notify.done(`${made.name} was created`, {
      description: 'The environment is empty, and nothing can call it until you create a key.',
      action: { label: 'Open', onClick: () => router.push(`/${made.slug}/activity`) },
    });
  };
  const used = new Set(environments.map(({ color }) => color));
  const color = COLORS.find((each) => !used.has(each)) ?? 'blue';
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="New environment"
        description="The new environment is empty: it has no subscribers, workflows, integrations or keys."
      >
        <Form
          schema={environmentForm}
          defaultValues={{ name: '', slug: '', color, isProduction: false }}
          submit="Create environment"
          onSubmit={submit}
          onCancel={() => onOpenChange(false)}
        >
          <EnvironmentFields isNew />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

interface EditProps extends Props {
  environment: Environment;
}

export function EditEnvironmentDialog({ environment, open, onOpenChange }: EditProps) {
  const update = useMutation(environmentMutations.update());
  const { _id: environmentId, name, slug, color, type } = environment;
  const submit = async ({ isProduction, ...values }: EnvironmentForm) => {
    const wanted = { ...values, type: isProduction ? ('prod' as const) : ('dev' as const) };
    const before: Record<string, string> = { name, slug, color, type };
    const changes = Object.entries(wanted).filter(([field, value]) => before[field] !== value);
    if (changes.length > 0) await update.mutateAsync({ environmentId, ...Object.fromEntries(changes) });
    onOpenChange(false);
    if (changes.length > 0) notify.done(`${wanted.name} was saved`);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Edit ${name}`}
        description="Everyone in your organization sees the environment with this name and colour."
      >
        <Form
          schema={environmentForm}
          defaultValues={{ name, slug, color, isProduction: type === 'prod' }}
          submit="Save environment"
          onSubmit={submit}
          onCancel={() => onOpenChange(false)}
        >
          <EnvironmentFields />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
