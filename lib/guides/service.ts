import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#lib/api/errors.ts';
import { guideGroups } from './contents.ts';
import { withGenerated } from './generated.ts';
import { providerGuide } from './provider-guide.ts';
import { type RenderedGuide, renderGuide } from './render.ts';
import type { Guide, GuideList } from './schema.ts';

const FOLDER = 'docs/guides';

/** Returns all guides with the text of their sections, in reading order. */
export async function listGuides(): Promise<GuideList> {
  const guides: GuideList = [];
  for (const { name, paths } of guideGroups()) {
    for (const path of paths) {
      const { title, sections } = await renderedGuide(path);
      guides.push({ path, title, group: name, sections });
    }
  }
  return guides;
}

/** @throws {ApiError} `not_found` */
export async function readGuide(path: string): Promise<Guide> {
  const group = guideGroups().find(({ paths }) => paths.includes(path));
  if (!group) throw new ApiError('not_found', 'Guide not found');
  const { title, parts, headings } = await renderedGuide(path);
  return { path, title, group: group.name, parts, headings };
}

/** Returns a guide as Markdown, with its generated parts. */
export async function guideMarkdown(path: string): Promise<string> {
  const [folder, name] = path.split('/');
  const text = (folder === 'providers' && name && providerGuide(name)) || (await fileOf(path));
  return withGenerated(text, path);
}

function fileOf(path: string): Promise<string> {
  return readFile(join(process.cwd(), FOLDER, `${path}.md`), 'utf8');
}

/** Reads and renders a guide once. */
function renderedGuide(path: string): Promise<RenderedGuide> {
  const known = rendered.get(path);
  if (known) return known;
  const made = guideMarkdown(path).then((markdown) => renderGuide(markdown, path));
  rendered.set(path, made);
  made.catch(() => rendered.delete(path));
  return made;
}

const rendered = new Map<string, Promise<RenderedGuide>>();
