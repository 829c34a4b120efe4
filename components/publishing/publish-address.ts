interface Preset {
  /** The slug of the environment to publish to. */
  target?: string;
  /** Identifiers of the items that are selected when the page opens. */
  workflows?: readonly string[];
  layouts?: readonly string[];
}

/** Returns the address of the publish page. `base` is the start of the source's addresses (`/development`). */
export function publishAddress(base: string, { target, workflows = [], layouts = [] }: Preset = {}): string {
  const query = new URLSearchParams(target && { target });
  if (workflows.length > 0) query.set('workflows', listed(workflows));
  if (layouts.length > 0) query.set('layouts', listed(layouts));
  return `${base}/publish${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns a list in the form that the page's parsers read. */
function listed(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll(',', '%2C')).join(',');
}
