/** The button that shows the whole range again, instead of the range chosen in the chart. */
export function WholeRange({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="shrink-0 rounded-sm font-medium text-accent-text hover:underline"
    >
      Whole range
    </button>
  );
}
