/** Ends a rendering from within, between two of its tags; browser-safe, and without effect until somebody sets a check. */

type Check = () => void;

const NOTHING: Check = () => {};
let check = NOTHING;
let done = 0;

/** Units of work between two looks at the clock: a look costs as much as a small tag. */
const EVERY = 32;
/** Characters or items that are one unit. */
const UNIT = 500;

/** Called for every tag, output, filter and property; `size` is the number of characters or items that it handles. */
export function tick(size = 0): void {
  done += 1 + size / UNIT;
  if (done < EVERY) return;
  done = 0;
  check();
}

/** Sets what looks at the clock, by throwing when it is over; returns what puts the one before back in its place. */
export function setCheck(look: Check): () => void {
  const before = check;
  check = look;
  return () => {
    check = before;
  };
}
