import { distance } from 'fastest-levenshtein';
import { OPERATORS, type OperatorName } from './operators.ts';

/**
 * Suggests an operator instead of one that does not exist: the equivalent of another language's operator, or an
 * operator that differs by at most two letters. Never suggests an operator of the opposite meaning. Undefined if no
 * operator is close.
 */
export function meantOperator(written: string): string | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const plain = written.toLowerCase().replace(/[\s_-]/g, '');
  const whole = Object.entries(WHOLE).find(([, names]) => names.includes(plain));
  if (whole) return `\`${whole[0]}\``;
  const [, not, stem = plain] = NEGATION.exec(plain) ?? [];
  const words = WORDS.find(({ stems }) => stems.includes(stem));
  return words ? words[not ? 'negative' : 'positive'] : nearest(plain);
}

const MAX_LENGTH = 40;

/** The first group is the negation, the second the negated word. */
const NEGATION = /^(!|not|isnot|isnt|isn't|doesnot|doesnt|doesn't)?(?:is|does)?(.+)$/;

/** Other spellings of an operator, in lower case without blanks, hyphens and underscores. */
const WHOLE: Partial<Record<OperatorName, readonly string[]>> = {
  and: ['and', '&&', '&', '∧'],
  or: ['or', '||', '|', '∨', 'any'],
  '!': ['not', '¬', '~'],
  '==': ['===', '≡', 'is'],
  '!=': ['!==', '<>', '=!', '~=', '/=', '≠', 'isnot', "isn't", 'ne', 'neq'],
  '<=': ['=<', '≤', '<=='],
  '>=': ['=>', '≥', '>=='],
};

/** Words from other languages, each with the operator that means the same, and the operator for the negated word. */
const WORDS = [
  words(['eq', 'equal', 'equals', 'equalto', 'equalsto'], '==', '!='),
  words(['gt', 'greaterthan', 'morethan'], '>', '<='),
  words(['gte', 'atleast', 'greaterthanorequal', 'greaterthanorequalto'], '>=', '<'),
  words(['lt', 'lessthan'], '<', '>='),
  words(['lte', 'atmost', 'lessthanorequal', 'lessthanorequalto'], '<=', '>'),
  words(['startswith', 'startwith', 'beginswith', 'beginwith'], 'startsWith', 'doesNotBeginWith'),
  words(['endswith', 'endwith'], 'endsWith', 'doesNotEndWith'),
  words(['contains', 'contain', 'includes', 'include', 'has', 'have'], 'contains', 'doesNotContain'),
  words(['containsany', 'containany', 'includesany', 'includeany'], 'containsAny', 'doesNotContainAny'),
  words(['null', 'missing', 'absent', 'undefined'], 'null', 'notNull'),
  words(['exists', 'exist', 'present', 'defined'], 'notNull', 'null'),
  words(['between', 'inbetween'], 'between', 'notBetween'),
  words(['withinlast', 'withinthelast'], 'withinLast', 'notWithinLast'),
  words(['morethanxago', 'olderthanxago'], 'moreThanXAgo'),
  words(['lessthanxago', 'newerthanxago'], 'lessThanXAgo'),
  { stems: ['in', 'oneof'], positive: '`in`', negative: '`!` around `in`' },
  { stems: ['nin'], positive: '`!` around `in`', negative: undefined },
];

function words(stems: readonly string[], positive: OperatorName, negative?: OperatorName) {
  return { stems, positive: `\`${positive}\``, negative: negative && `\`${negative}\`` };
}

/** Finds the closest name. Excludes signs and short words, because one letter turns them into another operator. */
function nearest(plain: string): string | undefined {
  const [near] = Object.keys(OPERATORS)
    .map((name) => ({ name, lower: name.toLowerCase() }))
    .filter(
      ({ lower }) => lower.length >= 5 && lower[0] === plain[0] && lower.includes('not') === plain.includes('not'),
    )
    .map(({ name, lower }) => ({ name, off: distance(plain, lower) }))
    .filter(({ off }) => off <= 2)
    .toSorted((one, other) => one.off - other.off);
  return near && `\`${near.name}\``;
}
