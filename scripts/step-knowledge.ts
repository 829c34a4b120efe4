import { CHANNELS } from '#lib/providers/channel-names.ts';
import { STEPS } from '#lib/steps/index.ts';
import { UI_COMPONENTS } from '#lib/steps/ui-schema.ts';

/** Excluded types: channels are also nouns elsewhere, and `custom` is an ordinary word. */
const channels: readonly string[] = CHANNELS;
const types = Object.keys(STEPS).filter((type) => !channels.includes(type));
const rareTypes = types.filter((type) => type !== 'custom').join('|');
/** The components of `uiSchema`, except ordinary words and the component of layouts. */
const components = UI_COMPONENTS.filter((name) => name.includes('_') && name !== 'LAYOUT_EMAIL').join('|');

const literal = new RegExp(`['"](${rareTypes})['"]|\\btype\\s*[!=]==\\s*'custom'|\\bcase 'custom':`);
const component = new RegExp(`(?<![\\w.])(${components})(?!\\w)`);
const key = new RegExp(`(?:^|[{,(\\s])(${types.join('|')})\\??:(?!:)`, 'g');
const tableByType =
  /\bRecord<\s*(?:Workflow)?StepType\b[^;={]*=\s*\{\s*\w+\s*:|\bsatisfies[^;]*\bRecord<\s*(?:Workflow)?StepType\b/;

/**
 * Returns the knowledge about single step types in a file that should use the registry instead: a type's name, a
 * component of `uiSchema`, or a table with a line per type.
 */
export function stepKnowledge(text: string): string | undefined {
  const keys = new Set([...text.matchAll(key)].map(([, type]) => type));
  return (
    literal.exec(text)?.[0] ??
    component.exec(text)?.[0] ??
    tableByType.exec(text)?.[0] ??
    (keys.size > 1 ? `a table with ${[...keys].join(', ')}` : undefined)
  );
}
