/**
 * Finds mistakes that the language's parser ignores silently: a missing name after a dot, an operator without a value
 * on one side, and words without a meaning at their place. Such templates do not do what their author intended.
 */
import { type TagToken, type Token, Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs';
import { shortText } from '#lib/text/short-text.ts';

/** A part of an output or a tag that has no effect, with its position. */
export class UnfinishedError extends Error {
  readonly begin: number;
  readonly end: number;

  constructor(message: string, { begin, end }: { begin: number; end: number }) {
    super(message);
    this.begin = begin;
    this.end = end;
  }
}

/** Returns the first problem of the tokens. Undefined if there is none, or if the parser reports an error itself. */
export function unfinishedIn(tokens: readonly TopLevelToken[]): UnfinishedError | undefined {
  let commented = false;
  for (const token of tokens) {
    const tag = TypeGuards.isTagToken(token) ? token : undefined;
    if (commented) commented = tag?.name !== 'endcomment';
    else if (tag?.name === 'comment') commented = true;
    else {
      const problem = problemOf(token);
      if (problem) return problem;
    }
  }
  return undefined;
}

/**
 * Checks a separate expression, such as the text of `where_exp`.
 * @throws UnfinishedError for its first problem.
 */
export function assertFinished({ initial, filters }: FilteredValue): void {
  assertExpression(initial.postfix);
  for (const filter of filters) {
    for (const argument of filter.args) {
      if (!Array.isArray(argument)) assertValue(argument);
      else if (argument[1] !== undefined) assertValue(argument[1]);
      else throw new UnfinishedError(`\`${argument[0]}\` has no value`, filter);
    }
  }
}

interface FilteredValue {
  initial: { postfix: readonly Token[] };
  filters: readonly { args: readonly unknown[]; begin: number; end: number }[];
}

function problemOf(token: TopLevelToken): UnfinishedError | undefined {
  try {
    if (TypeGuards.isTagToken(token)) assertTag(token);
    else if (TypeGuards.isOutputToken(token)) {
      const content = new Tokenizer(token.input, undefined, token.file, token.contentRange);
      readFiltered(content);
      assertEnd(content);
    }
  } catch (error) {
    if (error instanceof UnfinishedError) return error;
    // The parser reports the same error, with its position.
  }
  return undefined;
}

function assertTag({ name, tokenizer, contentRange }: TagToken): void {
  const read = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
  if (UNREAD.has(name)) return;
  const content = new Tokenizer(tokenizer.input, undefined, undefined, [tokenizer.p, contentRange[1]]);
  if (!content.end()) content.skipBlank();
  read?.(content, name);
  assertEnd(content);
}

type Content = Tokenizer;

/** The tags that are not checked here: comments, and tags that the parser checks itself. */
const UNREAD = new Set(['#', 'raw']);

const condition = (content: Content) => readFiltered(content);
const loop = (content: Content) => {
  content.readIdentifier();
  content.readIdentifier();
  readValue(content);
  for (const { name, value } of content.readHashes()) {
    if (!LOOP_OPTIONS.has(name.content))
      throw new UnfinishedError(`\`${name.content}\` is not an option of a loop`, name);
    if (value) assertValue(value);
    else if (name.content !== 'reversed') throw new UnfinishedError(`\`${name.content}\` has no value`, name);
  }
};
const LOOP_OPTIONS = new Set(['limit', 'offset', 'cols', 'reversed']);

const counter = (content: Content, tag: string) => {
  if (content.readIdentifier().size() === 0) throw new UnfinishedError(`\`${tag}\` has no name`, place(content));
};

/** The functions that read the content of each tag. Other tags have no content. */
const TAGS: Readonly<Record<string, (content: Content, tag: string) => void>> = {
  if: condition,
  unless: condition,
  elsif: condition,
  case: condition,
  echo: (content) => {
    if (!content.end()) readFiltered(content);
  },
  assign: (content) => {
    content.readIdentifier();
    content.skipBlank();
    content.advance();
    readFiltered(content);
  },
  capture: (content) => {
    if (content.readIdentifier().size() === 0) content.readQuoted();
  },
  increment: counter,
  decrement: counter,
  for: loop,
  tablerow: loop,
  when: (content) => {
    if (content.end()) throw new UnfinishedError('`when` has no value', place(content));
    while (!content.end()) {
      readValue(content);
      if (!readSeparator(content) && !readOr(content)) return;
    }
  },
  cycle: (content) => {
    const start = content.p;
    content.readValue();
    content.skipBlank();
    if (content.peek() === ':') content.advance();
    else content.p = start;
    do readFiltered(content);
    while (readSeparator(content));
  },
  liquid: (content) => {
    const problem = unfinishedIn(content.readLiquidTagTokens());
    if (problem) throw problem;
  },
};

/** Whether another value follows the comma. */
function readSeparator(content: Content): boolean {
  content.skipBlank();
  if (content.peek() !== ',') return false;
  content.advance();
  content.skipBlank();
  return !content.end();
}

function readOr(content: Content): boolean {
  if (!/^or\s/.test(content.remaining())) return false;
  content.advance(2);
  content.skipBlank();
  return true;
}

function readValue(content: Content): void {
  const value = content.readValue();
  if (!value) throw new UnfinishedError('a value is missing', place(content));
  assertValue(value);
}

function readFiltered(content: Content): void {
  const value = content.readFilteredValue();
  assertFinished(value);
  const last = value.filters.at(-1)?.end ?? Math.max(...value.initial.postfix.map(({ end }) => end));
  if (last < value.end && content.input.slice(last, value.end).includes('|'))
    throw new UnfinishedError('a filter is missing after `|`', { begin: last, end: value.end });
}

function assertEnd(content: Content): void {
  const rest = content.remaining().trim();
  if (rest === '' || rest === ',') return;
  throw new UnfinishedError(`\`${short(rest)}\` is not expected here`, place(content));
}

function place(content: Content): { begin: number; end: number } {
  content.skipBlank();
  return { begin: content.p, end: content.N };
}

/** Checks that values and operators alternate. `not` precedes a comparison. */
function assertExpression(tokens: readonly Token[]): void {
  let before: string | undefined = 'and';
  let last: Token | undefined;
  const ordered = tokens.length < 2 ? tokens : [...tokens].sort((one, other) => one.begin - other.begin);
  for (const token of ordered) {
    const operator = TypeGuards.isOperatorToken(token) ? token.operator : undefined;
    const isBinary = operator !== undefined && operator !== 'not';
    if (isBinary && before) throw missing(token, 'before');
    if (!isBinary && !before)
      throw new UnfinishedError(`\`${short(token.getText())}\` follows without an operator`, token);
    if (operator === 'not' && last && !JOINING.has(before as string)) throw missing(last, 'after');
    if (!operator) assertValue(token);
    before = operator;
    last = token;
  }
  if (before && last) throw missing(last, 'after');
}

const JOINING = new Set(['and', 'or', 'not']);

function missing(operator: Token, where: 'before' | 'after'): UnfinishedError {
  return new UnfinishedError(`a value is missing ${where} \`${operator.getText()}\``, operator);
}

/** Checks that a path, or each end of a range, has a name after every dot and content in every pair of brackets. */
function assertValue(value: unknown): void {
  if (TypeGuards.isRangeToken(value)) {
    assertValue(value.lhs);
    assertValue(value.rhs);
  } else if (TypeGuards.isPropertyAccessToken(value)) {
    const text = value.getText();
    if (!/^\.|\.$|\.[.[\]]|\[\s*\]/.test(text)) return;
    const bare = text.replace(/"(?:\\.|[^"\\])*(?:"|\\?$)|'(?:\\.|[^'\\])*(?:'|\\?$)/gs, '""');
    if (/^\.|\.(?=\.|\[|\]|$)/.test(bare)) throw new UnfinishedError(`a name is missing in \`${short(text)}\``, value);
    if (/\[\s*\]/.test(bare)) throw new UnfinishedError(`the brackets of \`${short(text)}\` are empty`, value);
  }
}

function short(text: string): string {
  return shortText(text, 40);
}
