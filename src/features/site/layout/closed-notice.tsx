/** The notice above every page that a host sees of a closed site. */
export const ClosedNotice = () => (
  <aside
    aria-label="State of the site"
    className="bg-sun px-4 py-2 text-center text-sm font-semibold text-deep print:hidden"
  >
    Closed: only hosts see this
  </aside>
);
