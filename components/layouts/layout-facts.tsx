import { Badge } from '#components/ui/badge.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { UsedBy } from './used-by.tsx';

interface Props {
  layout: Layout;
  name: string;
  onName: (name: string) => void;
  /** Why the name cannot be changed. */
  readOnly: string | undefined;
}

/** The facts about the layout, except its body. */
export function LayoutFacts({ layout, name, onName, readOnly }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="w-72 max-w-full">
        <Field label="Name" error={name.trim() === '' ? 'Enter a name.' : undefined} help={readOnly}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={255}
              readOnly={readOnly !== undefined}
              onChange={({ target }) => onName(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted">
        {layout.isDefault && <Badge tone="accent">Default</Badge>}
        <span className="flex min-w-0 items-center gap-1">
          <Truncate value={layout.layoutId} mono className="max-w-56" />
          <CopyButton value={layout.layoutId} what="identifier" />
        </span>
        <UsedBy layout={layout} isLabelled />
        <span>
          Updated <RelativeTime value={layout.updatedAt} />
        </span>
      </div>
    </div>
  );
}
