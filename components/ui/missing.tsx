/** A placeholder for a missing value, instead of "null" or an empty cell. */
export function Missing({ label = 'None' }: { label?: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
