/** The start of a question about delivery. The rest names a subscriber. */
const WHY = /^(why|explain)(\s+(didn.?t|did|does|doesn.?t|not))*(\s+|$)/i;

/** Returns whether a text is a question why a subscriber did or did not get a message, and the subscriber in it. */
export function splitQuestion(text: string): { asks: boolean; sought: string } {
  return { asks: WHY.test(text), sought: text.replace(WHY, '') };
}
