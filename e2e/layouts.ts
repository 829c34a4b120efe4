import { randomBytes } from 'node:crypto';
import { Layout } from '#lib/layouts/schema.ts';
import { type CallApi, parsed } from './fixtures.ts';

/** Creates a layout through the API with a unique identifier; `body` overrides. */
export async function createLayout(call: CallApi, body: Record<string, unknown> = {}): Promise<Layout> {
  return parsed(Layout, await call('POST', '/v2/layouts', { body: layoutBody(body) }), 201);
}

export function layoutBody(body: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'House style', layoutId: `house-style-${randomBytes(6).toString('hex')}`, ...body };
}

/** Returns the `controlValues` of a layout. */
export const html = (body: string) => ({ email: { editorType: 'html', body } });
export const blocks = (...content: object[]) => ({
  email: { editorType: 'block', body: JSON.stringify({ type: 'doc', content }) },
});

export const slot = { type: 'paragraph', content: [{ type: 'variable', attrs: { id: 'content' } }] };
