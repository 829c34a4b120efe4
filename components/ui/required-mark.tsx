/** The mark of a required field, after its label. Screen readers read “(required)”. */
export function RequiredMark() {
  return (
    <span data-tip="Required" className="text-bad before:ml-0.5 before:content-['*'/'']">
      <span className="sr-only"> (required)</span>
    </span>
  );
}
