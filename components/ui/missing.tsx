/** Shown where there is no value. Never "null", never blank. */
export function Missing({ label = 'None' }: { label?: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
