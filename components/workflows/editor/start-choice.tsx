'use client';

import { CircleDashed } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { RadioTile } from '#components/ui/radio-tile.tsx';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import { TEMPLATES, type WorkflowTemplate } from '#lib/steps/workflow-templates.ts';
import { stepChoices, stepPurposes } from './new-step.ts';
import type { NewWorkflowValues } from './new-workflow-values.ts';

/** The content to begin with, as a single choice: a template, or an empty workflow with or without a first step. */
export function StartChoice() {
  const { setValue, getFieldState } = useFormContext<NewWorkflowValues>();
  const nameIt = ({ body }: WorkflowTemplate) => {
    if (getFieldState('name').isDirty || getFieldState('workflowId').isDirty) return;
    setValue('name', body.name ?? '', { shouldDirty: false });
    setValue('workflowId', body.workflowId, { shouldDirty: false });
  };
  return (
    <>
      <Group legend="Start with a template" help="Complete steps with texts, which you can change later." compact>
        {TEMPLATES.map((template) => {
          const { body, purpose } = template;
          const first = body.steps[0]?.type as StepTypeName;
          const { icon: Icon } = stepTypes[first];
          return (
            <Tile
              key={body.workflowId}
              value={body.workflowId}
              icon={<Icon />}
              label={body.name}
              purpose={purpose}
              onChoose={() => nameIt(template)}
            />
          );
        })}
      </Group>
      <Group legend="Or with one empty step" help="You can add, move and delete steps at any time.">
        {stepChoices.map((type) => {
          const { icon: Icon, label } = stepTypes[type];
          return <Tile key={type} value={type} icon={<Icon />} label={label} purpose={stepPurposes[type]} />;
        })}
        <Tile value="" icon={<CircleDashed />} label="No step" purpose="Add the steps later" />
      </Group>
    </>
  );
}

interface GroupProps {
  legend: string;
  help: string;
  /** Whether the tiles omit their purpose on phones, so that the next group is in view. */
  compact?: boolean;
  children: ReactNode;
}

function Group({ legend, help, compact, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id}>
      <legend className="text-xs font-medium">{legend}</legend>
      <p id={id} className="mb-2 text-xs text-faint">
        {help}
      </p>
      <div
        className={cn(
          'grid auto-rows-fr grid-cols-3 gap-1.5 max-md:grid-cols-2 max-sm:auto-rows-auto',
          compact && 'max-sm:[&_[data-purpose]]:hidden',
        )}
      >
        {children}
      </div>
    </fieldset>
  );
}

interface TileProps {
  value: string;
  icon: ReactNode;
  label: string;
  purpose: string | undefined;
  onChoose?: () => void;
}

function Tile({ value, icon, label, purpose, onChoose }: TileProps) {
  const field = useFormContext<NewWorkflowValues>().register('start');
  return (
    <RadioTile
      value={value}
      {...field}
      onChange={(event) => {
        void field.onChange(event);
        onChoose?.();
      }}
      className="items-start gap-2.5 py-2"
    >
      <span aria-hidden className="mt-0.5 shrink-0 text-muted [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span data-purpose className="block text-xs text-pretty text-faint">
          {purpose}
        </span>
      </span>
    </RadioTile>
  );
}
