'use client';

import { Plus } from 'lucide-react';
import { stepTypes } from '#components/status/step-types.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { stepChoices, stepPurposes } from './editor/new-step.ts';

interface Props {
  /** The full name of the button if it shows only a plus. */
  label: string;
  compact?: boolean;
  disabledReason: string | undefined;
  onAdd: (type: WorkflowStepType) => void;
}

/** The step types, each with its purpose. */
export function AddStepMenu({ label, compact, disabledReason, onAdd }: Props) {
  const isWide = useMedia('(min-width: 64rem)');
  const button = compact ? (
    <button type="button" aria-label={label} data-tip={label} className={plusClass}>
      <Plus aria-hidden className="size-3.5" />
    </button>
  ) : (
    <Button disabledReason={disabledReason} className="w-full justify-center border-dashed">
      <Plus aria-hidden />
      {label}
    </Button>
  );
  if (disabledReason !== undefined) return compact ? null : button;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent
        {...(isWide ? { side: 'right', align: 'start' } : { align: 'center' })}
        collisionPadding={{ top: HEADERS_PX, bottom: 8 }}
        className="w-80 max-w-[92vw]"
      >
        <Group label="Channels" types={stepChoices.filter((type) => channelOf(type) !== undefined)} onAdd={onAdd} />
        <DropdownMenuSeparator />
        <Group label="Logic" types={stepChoices.filter((type) => channelOf(type) === undefined)} onAdd={onAdd} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The height of the page's headers, which the menu leaves visible. */
const HEADERS_PX = 120;

interface GroupProps {
  label: string;
  types: readonly WorkflowStepType[];
  onAdd: (type: WorkflowStepType) => void;
}

function Group({ label: title, types, onAdd }: GroupProps) {
  return (
    <>
      <DropdownMenuLabel>{title}</DropdownMenuLabel>
      {types.map((type) => {
        const { icon: Icon, label } = stepTypes[type];
        return (
          <DropdownMenuItem key={type} textValue={label} onSelect={() => onAdd(type)} className="items-start py-1.5">
            <Icon aria-hidden className="mt-0.5 text-muted" />
            <span className="min-w-0">
              <span className="block font-medium">{label}</span>
              <span className="block text-xs text-faint">{stepPurposes[type]}</span>
            </span>
          </DropdownMenuItem>
        );
      })}
    </>
  );
}

const plusClass =
  'relative grid size-6 place-items-center rounded-full border border-line bg-surface text-faint transition-colors ' +
  'before:absolute before:-inset-1 hover:border-accent hover:text-accent-text data-[state=open]:border-accent ' +
  'data-[state=open]:text-accent-text pointer-coarse:before:-inset-[11px]';
