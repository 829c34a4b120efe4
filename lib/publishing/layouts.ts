import { isDeepStrictEqual } from 'node:util';
import { LAYOUT_STEPS } from '#lib/layouts/query.ts';
import { namesLayout } from '#lib/layouts/reference.ts';
import type { StepContent, WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import type { PublishStatus } from './schema.ts';
import type { Side, SideLayout } from './side.ts';

/** Returns the definition with layouts named by identifier, because their IDs and slugs differ between environments. */
export function portable(definition: WorkflowDefinition, layouts: readonly SideLayout[]): WorkflowDefinition {
  const named = (step: StepContent): StepContent => {
    const name = layoutNamed(step);
    const layout = name === undefined ? undefined : layouts.find((each) => namesLayout(name, each));
    return layout ? { ...step, controlValues: { ...step.controlValues, layoutId: layout.identifier } } : step;
  };
  return { ...definition, steps: definition.steps.map(named) };
}

export interface LayoutsNeeded {
  /** Layouts of the source that the target lacks. */
  coming: SideLayout[];
  /** Names that match no layout of either environment. */
  missing: string[];
}

/** Returns the layouts without which the emails of a workflow would differ or fail in the target. */
export function layoutsNeeded({ steps }: WorkflowDefinition, source: Side, target: Side): LayoutsNeeded {
  const coming = new Set<SideLayout>();
  const missing = new Set<string>();
  for (const step of steps) {
    if (!LAYOUT_STEPS.includes(step.type) || step.controlValues.layoutId === null) continue;
    const name = layoutNamed(step);
    if (name === undefined) {
      const standard = source.layouts.find(({ isDefault }) => isDefault);
      if (standard && target.layouts.length === 0) coming.add(standard);
      continue;
    }
    if (target.layouts.some((layout) => namesLayout(name, layout))) continue;
    const own = source.layouts.find((layout) => namesLayout(name, layout));
    if (own) coming.add(own);
    else missing.add(name);
  }
  return { coming: [...coming], missing: [...missing] };
}

/** Returns the layout that a step names. Undefined for a step with the default layout or without a layout. */
export function layoutNamed({ type, controlValues: { layoutId } }: StepContent): string | undefined {
  return LAYOUT_STEPS.includes(type) && typeof layoutId === 'string' && layoutId !== '' ? layoutId : undefined;
}

/** Compares a layout with the layout of the same identifier in the target. */
export function layoutStatus(layout: SideLayout, target: Side): PublishStatus {
  const there = target.layouts.find(({ identifier }) => identifier === layout.identifier);
  if (!there) return 'new';
  const content = ({ name, editorType, body, isTranslationEnabled }: SideLayout) => ({
    ...{ name, editorType, body, isTranslationEnabled },
  });
  return isDeepStrictEqual(content(layout), content(there)) ? 'same' : 'changed';
}
