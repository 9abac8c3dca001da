/** The notice above every page that a host sees of a closed site. */
export const ClosedNotice = () => (
  <p className="bg-sun px-4 py-2 text-center text-sm font-semibold text-deep print:hidden">
    Closed: only hosts see this
  </p>
);
