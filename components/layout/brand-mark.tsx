/** The logo: a bell in its tower. */
export function BrandMark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className={className}>
      <path d="M10 1 17 6.2V19H3V6.2Z" className="fill-accent" />
      <path
        d="M10 6.2c2 0 3.1 1.5 3.2 3.4l.2 2.5 1 1.4v.6H5.6v-.6l1-1.4.2-2.5C6.9 7.7 8 6.2 10 6.2Zm-1.5 8.7h3a1.5 1.5 0 0 1-3 0Z"
        className="fill-white"
      />
    </svg>
  );
}
