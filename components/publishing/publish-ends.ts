import type { MeEnvironment } from '#lib/me/schema.ts';

/** The two environments of a publication. */
export interface PublishEnds {
  source: MeEnvironment;
  target: MeEnvironment;
}
