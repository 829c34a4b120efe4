/** Why a step could not be done. */
export function Failed({ children }: { children: string }) {
  return (
    <p role="alert" className="text-bad">
      {children}
    </p>
  );
}
