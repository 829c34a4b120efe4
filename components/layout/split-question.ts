/** A question about delivery: what follows names somebody. */
const WHY = /^(why|explain)(\s+(didn.?t|did|does|doesn.?t|not))*(\s+|$)/i;

/** Whether a text asks why somebody did or did not get something, and whom it names. */
export function splitQuestion(text: string): { asks: boolean; sought: string } {
  return { asks: WHY.test(text), sought: text.replace(WHY, '') };
}
