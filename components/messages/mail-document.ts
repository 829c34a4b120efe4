const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const reset =
  'html{overflow-x:auto}body{margin:0;padding:20px;font:14px/1.5 system-ui,sans-serif;color:#1a1a1f;background:#fff;overflow-wrap:break-word}img{max-width:100%}';
const night = ':root{color-scheme:dark}body{color:#f3f4f6;background:#0b1220}';

/**
 * Returns an email's body as the document of a sandboxed frame: on white paper, unless `dark` is set, and without
 * remote content, because remote images would track the reader.
 */
export function mailDocument(html: string, dark = false): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${reset}${dark ? night : ''}</style>${inScheme(html, dark ? 'dark' : 'light')}`;
}

/**
 * Rewrites media queries to follow the requested scheme. In a frame, media queries follow the operating system, not the
 * `color-scheme` of the frame.
 */
function inScheme(html: string, scheme: string): string {
  return html.replace(/\(\s*prefers-color-scheme\s*:\s*(\w+)\s*\)/gi, (_, name: string) =>
    name.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
}
