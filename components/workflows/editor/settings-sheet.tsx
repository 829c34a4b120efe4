'use client';

import { severityOptions } from '#components/status/severity-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { Field } from '#components/ui/field.tsx';
import { Input, inputClass } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { PayloadSettings } from './payload-settings.tsx';
import { PreferenceSettings } from './preference-settings.tsx';
import { ResendLimitSetting } from './resend-limit-setting.tsx';
import { SaveBar } from './save-bar.tsx';
import { SensitiveSetting } from './sensitive-setting.tsx';
import { TagsField } from './tags-field.tsx';
import { TrackedSetting } from './tracked-setting.tsx';
import { useSettings } from './use-settings.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  onSave: () => void;
}

/** Everything in a workflow except its steps. Input becomes part of the draft immediately. */
export function SettingsSheet({ open, onClose, onSave }: Props) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()}>
      <SheetContent title="Settings" className="w-[min(640px,100vw)] overflow-hidden">
        <header className="border-b border-line px-5 pt-5 pr-14 pb-4">
          <h2 className="text-lg leading-6 font-semibold">Settings</h2>
          <p className="text-muted">The settings apply to the whole workflow and are saved with its steps.</p>
        </header>
        <div className="flex min-h-0 flex-1 flex-col gap-8 overflow-y-auto p-5">
          <GeneralSettings />
          <PreferenceSettings />
          <PayloadSettings />
        </div>
        <SaveBar onSave={onSave} onDone={onClose} />
      </SheetContent>
    </Sheet>
  );
}

function GeneralSettings() {
  const { definition, readOnly, errorOf, change } = useSettings();
  const locked = readOnly !== undefined;
  return (
    <section aria-label="General" className="flex flex-col gap-4">
      {locked && <p className="text-muted">{readOnly}</p>}
      <Field label="Name" error={errorOf('name') ?? (definition.name.trim() ? undefined : 'A workflow needs a name')}>
        {(control) => (
          <Input
            {...control}
            value={definition.name}
            readOnly={locked}
            maxLength={255}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" help="The purpose of the workflow, for other users." error={errorOf('description')}>
        {(control) => (
          <textarea
            {...control}
            value={definition.description}
            readOnly={locked}
            rows={2}
            onChange={(event) => change({ description: event.target.value })}
            className={cn(inputClass, 'h-auto min-h-16 resize-y py-1.5')}
          />
        )}
      </Field>
      <TagsField
        value={definition.tags}
        readOnly={locked}
        error={errorOf('tags')}
        onChange={(tags) => change({ tags })}
      />
      <Field
        label="Severity"
        help="The urgency of the workflow. Your product and its inbox may show it."
        error={errorOf('severity')}
      >
        {({ id }) => (
          <Select
            id={id}
            value={definition.severity}
            disabled={locked}
            options={severityOptions}
            onChange={(severity) => change({ severity })}
            className="w-40"
          />
        )}
      </Field>
      <SensitiveSetting />
      <ResendLimitSetting />
      <TrackedSetting />
    </section>
  );
}
