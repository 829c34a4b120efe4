import { expect, test } from 'vitest';
import type { EnvironmentDiff } from '#lib/publishing/schema.ts';
import { pausedThere, unlistedCounts } from './paused.ts';

const resource = (id: string, fields: object) => ({ sourceResource: { id, name: id.toUpperCase() }, ...fields });

test('only workflows with the same content that are active here and paused there differ in their state', () => {
  const resources = [
    resource('paused', { status: 'same', activeHere: true, activeThere: false }),
    resource('active', { status: 'same', activeHere: true, activeThere: true }),
    resource('idle', { status: 'same', activeHere: false, activeThere: false }),
    resource('changed', { status: 'changed', activeHere: true, activeThere: false }),
    resource('new', { status: 'new', activeHere: true }),
  ] as unknown as EnvironmentDiff['resources'];
  const layouts = ['same', 'changed'].map((status) => ({ status })) as EnvironmentDiff['layouts'];
  expect(unlistedCounts({ resources, layouts })).toEqual({ workflows: 2, layouts: 1 });
  expect(pausedThere({ resources })).toEqual([{ id: 'paused', name: 'PAUSED' }]);
});
