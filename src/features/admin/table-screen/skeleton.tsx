const bars = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Stands where a table is about to be. */
export function Skeleton() {
  return (
    <div role="status" className="grid gap-6 px-4 py-6 sm:px-6">
      <span className="unseen">Loading...</span>
      <div aria-hidden="true" className="grid animate-pulse gap-6">
        <div className="flex justify-between gap-6">
          <div className="h-9 w-48 rounded-lg bg-dune/70" />
          <div className="hidden h-9 w-64 rounded-lg bg-dune/70 sm:block" />
        </div>
        <RowBars />
      </div>
    </div>
  );
}

/** Stands where rows are about to be. */
export function RowSkeleton() {
  return (
    <div role="status">
      <span className="unseen">Loading...</span>
      <div aria-hidden="true" className="animate-pulse">
        <RowBars />
      </div>
    </div>
  );
}

const RowBars = () => (
  <div className="grid gap-2 rounded-xl border border-dune bg-white p-3" data-skeleton>
    {bars.map((bar) => (
      <div key={bar} className="h-10 rounded-md bg-sand" />
    ))}
  </div>
);
