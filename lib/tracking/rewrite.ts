/** Puts tracked links and the tracking pixel into the HTML of an email. Everything else stays byte for byte. */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Longer emails are sent without tracking, because parsing cannot be interrupted. */
const MAX_HTML = 500_000;

interface Link {
  /** The place of the attribute's value with `=` and quotes. */
  from: number;
  to: number;
  href: string;
}

interface Tracked {
  /** Returns the tracked address of a link. Undefined if the link stays unchanged. */
  link(href: string): string | undefined;
  /** The address of the tracking pixel. */
  picture: string;
}

export function trackedHtml(html: string, { link, picture }: Tracked): string {
  if (html.length > MAX_HTML || html.trim() === '') return html;
  const { links, bodyEnd } = placesOf(html);
  const edits = links.flatMap(({ from, to, href }) => {
    const address = link(href);
    return address ? [{ from, to, text: `="${escaped(address)}"` }] : [];
  });
  const end = bodyEnd ?? html.length;
  const image = `<img src="${escaped(picture)}" alt="" width="1" height="1" style="border:0">`;
  return spliced(html, [...edits, { from: end, to: end, text: image }]);
}

function spliced(html: string, edits: readonly { from: number; to: number; text: string }[]): string {
  let at = 0;
  const parts = edits
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, text }) => {
      const part = html.slice(at, from) + text;
      at = to;
      return part;
    });
  return parts.join('') + html.slice(at);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** Returns the links of `a` and `area`, and where the last `</body>` begins. Ignores comments. */
function placesOf(html: string): { links: Link[]; bodyEnd: number | undefined } {
  const places = new Places(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, places);
  tokenizer.write(html);
  tokenizer.end();
  return places;
}

const LINKING = new Set(['a', 'area']);

class Places implements TokenizerCallbacks {
  readonly links: Link[] = [];
  bodyEnd: number | undefined;
  readonly #html: string;
  #isLinking = false;
  /** Browsers use the first of several attributes of one name. */
  #hasHref = false;
  #nameEnd: number | undefined;
  #value = '';

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    this.#isLinking = LINKING.has(this.#html.slice(start, end).toLowerCase());
    this.#hasHref = false;
  }

  onattribname(start: number, end: number): void {
    const isHref = this.#isLinking && !this.#hasHref && this.#html.slice(start, end).toLowerCase() === 'href';
    this.#nameEnd = isHref ? end : undefined;
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#nameEnd !== undefined) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (this.#nameEnd !== undefined) this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: unknown, end: number): void {
    if (this.#nameEnd === undefined) return;
    this.#hasHref = true;
    if (this.#value !== '') this.links.push({ from: this.#nameEnd, to: end, href: this.#value });
    this.#nameEnd = undefined;
  }

  onclosetag(start: number, end: number): void {
    // The name comes after `</`.
    if (this.#html.slice(start, end).toLowerCase() === 'body') this.bodyEnd = this.#html.lastIndexOf('<', start);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
  onselfclosingtag(): void {}
  ontext(): void {}
  ontextentity(): void {}
}
