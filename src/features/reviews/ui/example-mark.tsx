/** The mark on every invented review, so that it is not mistaken for a guest's. */
export const ExampleMark = () => (
  <span className="rounded-full border border-driftwood/60 px-2.5 py-0.5 text-sm font-semibold text-slate">
    Example
  </span>
);
