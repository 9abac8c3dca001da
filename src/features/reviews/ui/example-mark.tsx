/** Stands at everything invented: nobody takes it for the words of a guest. */
export const ExampleMark = () => (
  <span className="rounded-full border border-driftwood/60 px-2.5 py-0.5 text-sm font-semibold text-slate">
    Example
  </span>
);
