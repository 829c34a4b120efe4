/** The configurable rate limits: requests per second for each environment, by kind of operation. */
const RATE_CATEGORIES = ['trigger', 'configuration', 'global'] as const;
export type RateCategory = (typeof RATE_CATEGORIES)[number];
export type RateLimits = Record<RateCategory, number>;

const standard: RateLimits = { trigger: 240, configuration: 80, global: 120 };

/**
 * Parses `true`, `false`, or pairs such as `trigger=600,configuration=200,global=300`. A missing category has its
 * default limit, as with `true`.
 *
 * @returns false for no limits, undefined if the text is invalid.
 */
export function parseRateLimits(text: string): RateLimits | false | undefined {
  if (text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return standard;
  const limits = { ...standard };
  for (const pair of text.split(',')) {
    const [, category, perSecond] = /^\s*([a-z]+)=([1-9]\d{0,6})\s*$/.exec(pair) ?? [];
    if (!isCategory(category)) return undefined;
    limits[category] = Number(perSecond);
  }
  return limits;
}

function isCategory(name: string | undefined): name is RateCategory {
  return (RATE_CATEGORIES as readonly (string | undefined)[]).includes(name);
}
