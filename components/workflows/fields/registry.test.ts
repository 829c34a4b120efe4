import { expect, test } from 'vitest';
import { STEPS } from '#lib/steps/index.ts';
import { FallbackField } from './fallback-field.tsx';
import { fieldOf } from './registry.tsx';
import { PART_OF } from './visibility.ts';

const used = Object.values(STEPS).flatMap((step) =>
  'uiSchema' in step ? Object.values(step.uiSchema.properties) : [],
);

test.each([...new Set(used.map(({ component }) => component))])('%s has a field of its own', (component) => {
  if (!Object.hasOwn(PART_OF, component)) expect(fieldOf(component)).not.toBe(FallbackField);
});
