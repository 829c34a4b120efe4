const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** Returns the readable text of HTML in one line. The result is not safe to use as HTML. */
export function oneLine(html: string): string {
  return withoutBlocks(withoutBlocks(html, /<style/gi, /<\/style>/gi), /<script/gi, /<\/script>/gi)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Replaces each block, from an opening match to the next closing match, with a space. Blocks without a closing match
 * stay. Takes linear time.
 */
function withoutBlocks(html: string, opening: RegExp, closing: RegExp): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index } of html.matchAll(opening)) {
    if (index < from) continue;
    closing.lastIndex = index;
    if (!closing.test(html)) break;
    kept.push(html.slice(from, index));
    from = closing.lastIndex;
  }
  return [...kept, html.slice(from)].join(' ');
}
