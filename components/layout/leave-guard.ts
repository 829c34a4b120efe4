/** Asks whether the page may be left; false keeps it. */
type Guard = () => Promise<boolean>;

let guard: Guard | undefined;

/** One page at a time can have something to lose. Returns the end of it. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Before every change of page that is not a link: resolves to false when the page has something to lose and the person stays. */
export async function mayLeave(): Promise<boolean> {
  return guard ? guard() : true;
}
