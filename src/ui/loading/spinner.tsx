export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col items-center gap-4 py-16 text-slate">
      <span
        className="size-10 animate-spin rounded-full border-4 border-glass border-t-gulf"
        aria-hidden="true"
      />
      <span>{label}</span>
    </div>
  );
}

export function PageSpinner() {
  return (
    <div className="py-24">
      <Spinner />
    </div>
  );
}
