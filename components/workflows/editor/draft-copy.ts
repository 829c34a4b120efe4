/** A copy of unsaved changes that survives a reload or a crash, in this tab only. */
export interface DraftCopy<Draft> {
  now: Draft;
  /** The version on which the changes are based. */
  etag: string | undefined;
  /** The time of the last edit, in ms. */
  at: number;
}

/** The edited resource. */
export interface DraftPlace {
  noun: 'workflow' | 'layout';
  environmentId: string;
  id: string;
}

const keyOf = ({ noun, environmentId, id }: DraftPlace) => `${noun}-draft ${environmentId} ${id}`;

export function keepCopy<Draft>(place: DraftPlace, copy: DraftCopy<Draft>): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(copy));
  } catch {
    // The storage is full or disabled. The page itself still has the draft.
  }
}

export function dropCopy(place: DraftPlace): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Without storage there is no copy to delete.
  }
}

/** Returns the copy. Undefined if there is none or it is unusable. */
export function findCopy<Draft>(
  place: DraftPlace,
  isUsable: (now: Partial<Draft>) => boolean,
): DraftCopy<Draft> | undefined {
  try {
    const copy = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null') as DraftCopy<Draft> | null;
    return copy?.now && isUsable(copy.now) ? copy : undefined;
  } catch {
    return undefined;
  }
}
