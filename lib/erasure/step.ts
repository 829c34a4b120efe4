import type { Identity } from './identity.ts';

/** The position of an erasure within its stage. */
export interface Position {
  environmentId: string;
  identity: Identity;
  cursor: string | null;
}

export interface Step {
  /** The position after the batch. Null if the stage is done. */
  cursor: string | null;
  counts: Record<string, number>;
  /** The identity with addresses that the batch found. */
  identity?: Identity;
}
