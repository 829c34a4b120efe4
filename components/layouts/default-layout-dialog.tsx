'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter } from '#components/ui/dialog.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { layoutMutations, layoutQueries } from '#lib/layouts/client.ts';
import type { LayoutDialogProps } from './layout-action.ts';
import { usedBy } from './used-by.tsx';

/** Shows the old and the new default layout, and how many workflows use the default. */
export function DefaultLayoutDialog({ layout, onClose }: LayoutDialogProps) {
  const { id, name: environment } = useEnvironment();
  const layouts = useQuery(layoutQueries.list(id, { limit: 100 }));
  const setDefault = useMutation(layoutMutations.setDefault(id));
  const [error, setError] = useState<string>();
  const current = layouts.data?.layouts.find((each) => each.isDefault);
  const run = async () => {
    try {
      await setDefault.mutateAsync(layout._id);
      onClose();
    } catch (cause) {
      setError(cause instanceof ApiFailure ? cause.message : String(cause));
    }
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Make ${layout.name} the default layout?`} role="alertdialog" className="max-w-lg">
        <p className="text-muted">
          Email steps in {environment} that name no layout are wrapped in{' '}
          <strong className="text-fg">{layout.name}</strong> from their next email on
          {current && (
            <>
              , instead of <strong className="text-fg">{current.name}</strong> ({usedBy(current).toLowerCase()})
            </>
          )}
          .
        </p>
        {error && (
          <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
            {error}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={setDefault.isPending} onClick={run}>
            Make default
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
