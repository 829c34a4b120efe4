import { newId } from '#lib/id.ts';
import type { LayoutDefinition } from '#lib/layouts/schema.ts';
import type { LayoutRow } from './layouts.ts';
import type { Base } from './rows.ts';

export interface LayoutVersionRow {
  id: string;
  environment_id: string;
  layout_id: string;
  version: number;
  cause: 'create' | 'update';
  actor_label: string;
  user_id: string;
  definition: LayoutDefinition;
  created_at: Date;
}

/** All saves of the layouts, of which the last one is the current content. */
export function makeLayoutVersions(base: Base, layouts: readonly LayoutRow[]): LayoutVersionRow[] {
  return layouts.flatMap((layout) => {
    const last = { name: layout.name, editorType: layout.editor_type, body: layout.body, isTranslationEnabled: false };
    const definitions = [...earlierBodies(layout).map((body) => ({ ...last, body })), last];
    const spanMs = layout.updated_at.getTime() - layout.created_at.getTime();
    return definitions.map((definition, at): LayoutVersionRow => {
      const createdAt = new Date(layout.created_at.getTime() + Math.floor((at * spanMs) / (definitions.length - 1)));
      return {
        id: newId(createdAt),
        environment_id: base.environmentId,
        layout_id: layout.id,
        version: at + 1,
        cause: at === 0 ? 'create' : 'update',
        actor_label: base.userEmail,
        user_id: base.userId,
        definition,
        created_at: createdAt,
      };
    });
  });
}

/** The earlier bodies, oldest first: a layout of blocks grew block by block, one of HTML was reworded. */
function earlierBodies({ editor_type, body, version }: LayoutRow): string[] {
  if (editor_type === 'html') return [body.replace(' Answers to this letter are read by people.', '')];
  const { type, content } = JSON.parse(body) as { type: string; content: object[] };
  // The place for the content of the email is in the second block, so the first version has two.
  return Array.from({ length: version - 1 }, (_, at) => JSON.stringify({ type, content: content.slice(0, at + 2) }));
}
