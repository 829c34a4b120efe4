'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import type { Workflow } from '#lib/workflows/schema.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name that people recognise').max(255, 'At most 255 characters'),
  workflowId: z.string().trim().min(1, 'Enter an identifier for your code to use').max(255, 'At most 255 characters'),
});

export interface WorkflowDialogProps {
  workflow: Pick<Workflow, '_id' | 'name' | 'workflowId'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a paused copy in the same environment, with another name and identifier, and opens it. */
export function DuplicateWorkflowDialog({ workflow, open, onOpenChange }: WorkflowDialogProps) {
  const environment = useEnvironment();
  const router = useRouter();
  const duplicate = useMutation(workflowMutations.duplicate(environment.id));
  const submit = async (body: z.infer<typeof schema>) => {
    const made = await duplicate.mutateAsync({ workflowId: workflow._id, body });
    onOpenChange(false);
    notify.done(`${made.name} was created`, { description: 'The copy is paused until you activate it.' });
    router.push(workflowAddress(environment.base, made.workflowId));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Duplicate ${workflow.name}`}
        description={`Copies all steps and settings within ${environment.name}. The copy is paused until you activate it.`}
      >
        <Form
          schema={schema}
          defaultValues={{ name: `${workflow.name} (copy)`, workflowId: `${workflow.workflowId}-copy` }}
          submit="Duplicate workflow"
          onSubmit={submit}
          onCancel={() => onOpenChange(false)}
        >
          <TextField name="name" label="Name" autoComplete="off" autoFocus />
          <TextField
            name="workflowId"
            label="Identifier"
            help={`Your code triggers the copy by this identifier, which is free in ${environment.name}.`}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
          />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
