/**
 * The behaviour of the template language, as a list of templates: original examples for its public documentation and
 * for Belfry's own filters. Analysis and rendering are both tested against this list.
 */
import type { ConformanceCase } from './conformance/case.ts';
import { ARGUMENTS, UNKNOWN, UNREADABLE } from './conformance/illegal.ts';
import { LANGUAGE } from './conformance/language.ts';
import { TAGS } from './conformance/tags.ts';
import { TEXT_FILTERS } from './conformance/text-filters.ts';
import { FINISHED, UNFINISHED } from './conformance/unfinished.ts';
import { VALUE_FILTERS } from './conformance/value-filters.ts';

export const CONFORMANCE: readonly ConformanceCase[] = [
  ...LANGUAGE,
  ...TAGS,
  ...TEXT_FILTERS,
  ...VALUE_FILTERS,
  ...UNREADABLE,
  ...UNFINISHED,
  ...FINISHED,
  ...UNKNOWN,
  ...ARGUMENTS,
];
