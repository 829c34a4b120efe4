import { Tokenizer, TokenKind } from 'liquidjs';
import { escaped } from '#lib/liquid/markup.ts';

/** A piece of a template: plain text, `{{ … }}`, or `{% … %}`. */
export interface TemplatePart {
  kind: 'literal' | 'output' | 'tag';
  text: string;
}

/** Returns the pieces of a template in order. Throws a LiquidError if a tag or an output is not closed. */
export function templateParts(text: string): TemplatePart[] {
  if (!text.includes('{{') && !text.includes('{%')) return [{ kind: 'literal', text }];
  return new Tokenizer(text).readTopLevelTokens().map((token) => ({
    kind: token.kind === TokenKind.Output ? 'output' : token.kind === TokenKind.Tag ? 'tag' : 'literal',
    text: token.getText(),
  }));
}

/** Returns the piece as part of HTML: plain text is escaped, Liquid is not. */
export function escapedAround({ kind, text }: TemplatePart): string {
  return kind === 'literal' ? escaped(text) : text;
}
