import { z } from 'zod';
import type { NamedUser } from '#lib/auth/users.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { toWireName } from '#lib/providers/service-name.ts';
import { uiProperties } from '#lib/steps/fields.ts';
import { STEPS } from '#lib/steps/index.ts';
import type { UiSchema } from '#lib/steps/ui-schema.ts';
import { variablesSchema } from '#lib/steps/variables.ts';
import { slugOf } from '#lib/text/slug.ts';
import type { LayoutRow, LayoutUse, ListedLayout } from './query.ts';
import { namesLayout } from './reference.ts';
import { type Layout, LayoutControls, type LayoutUsage } from './schema.ts';

/** Returns a layout as wire shape. */
export function layoutWire(row: LayoutRow, uses: readonly LayoutUse[]): Layout {
  const { editorType, body } = row;
  return {
    ...commonFields(row, uses),
    variables: layoutVariables(),
    controls: { dataSchema: dataSchema(), uiSchema, values: { email: { body, editorType } } },
  };
}

/** Returns a list item: the layout without the fields that only its editor needs. */
export function layoutListItem(row: ListedLayout, uses: readonly LayoutUse[]): Layout {
  return { ...commonFields(row, uses), controls: { values: {} } };
}

function commonFields(row: ListedLayout, uses: readonly LayoutUse[]): Omit<Layout, 'controls'> {
  return {
    _id: row.id,
    layoutId: row.identifier,
    slug: slugOf('ly', row.name, row.id),
    name: row.name,
    isDefault: row.isDefault,
    isTranslationEnabled: row.isTranslationEnabled,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy ? withoutAddress(row.updatedBy) : null,
    origin: toWireName('svc-cloud'),
    type: 'REGULAR',
    workflowCount: usageOf(row, uses).length,
  };
}

function withoutAddress({ id, firstName, lastName }: NamedUser): Layout['updatedBy'] {
  return { _id: id, firstName, lastName, externalId: null };
}

/** Returns the workflows that use the layout, by its name or as the default. */
export function usageOf(
  row: Pick<LayoutRow, 'id' | 'identifier' | 'isDefault'>,
  uses: readonly LayoutUse[],
): LayoutUsage['workflows'] {
  return uses.flatMap(({ workflowId, name, named, usesDefault }) => {
    const isNamed = named.some((text) => namesLayout(text, row));
    return isNamed || (row.isDefault && usesDefault) ? [{ name, workflowId, named: isNamed }] : [];
  });
}

let madeSchema: JsonObject | undefined;

function dataSchema(): JsonObject {
  if (!madeSchema) {
    const { $schema: _, ...schema } = z.toJSONSchema(LayoutControls);
    madeSchema = schema;
  }
  return madeSchema;
}

const uiSchema: UiSchema = {
  group: 'LAYOUT',
  properties: {
    email: {
      component: 'LAYOUT_EMAIL',
      properties: uiProperties({ body: STEPS.email.fields.body, editorType: STEPS.email.fields.editorType }),
    },
  },
};

/**
 * Returns a JSON Schema of a layout's variables: the variables of every email in any workflow, and the content itself.
 */
export function layoutVariables(): JsonObject {
  const { properties, ...schema } = variablesSchema(null, []) as { properties: JsonObject };
  const { steps: _, ...shared } = properties;
  return { ...schema, properties: { content: { type: 'string' }, ...shared } };
}
