import { RichText } from '../../../ui/rich-text/viewer.tsx';
import type { PublicSection } from '../guide.ts';

/** The public sections of a home's guide, on its page. */
export const GuideSections = ({ sections }: { sections: PublicSection[] }) =>
  sections.map(({ title, html }) => (
    <section
      key={`${title} ${html.length}`}
      className="mt-9 border-t border-dune pt-9 wrap-anywhere sm:mt-11 sm:pt-11"
    >
      <h2 className="mb-5 text-2xl text-deep sm:text-3xl">{title}</h2>
      <RichText html={html} className="text-lg text-slate" />
    </section>
  ));
