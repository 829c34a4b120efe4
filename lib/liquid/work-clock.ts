/**
 * Allows a rendering to be stopped between two of its tags. Also runs in the browser. Has no effect until a check is
 * set.
 */

type Check = () => void;

const NOTHING: Check = () => {};
let check = NOTHING;
let done = 0;

/** Units of work between two checks of the clock. One check costs about as much as a small tag. */
const EVERY = 32;
/** Characters or items in one unit. */
const UNIT = 500;

/** Counts work for every tag, output, filter and property. `size` is the number of characters or items that it handles. */
export function tick(size = 0): void {
  done += 1 + size / UNIT;
  if (done < EVERY) return;
  done = 0;
  check();
}

/** Sets the check, which throws at the end of the time limit. Returns a function that restores the previous check. */
export function setCheck(look: Check): () => void {
  const before = check;
  check = look;
  return () => {
    check = before;
  };
}
