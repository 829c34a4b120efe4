/** Lets a rendering be ended between two of its tags. Safe in the browser, and without effect until a check is set. */

type Check = () => void;

const NOTHING: Check = () => {};
let check = NOTHING;
let done = 0;

/** Units of work between two checks of the clock. A check costs as much as a small tag. */
const EVERY = 32;
/** How many characters or items make one unit. */
const UNIT = 500;

/** Called for every tag, output, filter and property. `size` is the number of characters or items that it handles. */
export function tick(size = 0): void {
  done += 1 + size / UNIT;
  if (done < EVERY) return;
  done = 0;
  check();
}

/** Sets the check, which throws when the time is over. Returns a function that restores the previous check. */
export function setCheck(look: Check): () => void {
  const before = check;
  check = look;
  return () => {
    check = before;
  };
}
