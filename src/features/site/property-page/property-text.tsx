import type { PublicSection } from '../../guide/guide.ts';
import { GuideSections } from '../../guide/ui/guide-sections.tsx';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { PropertyDetails } from '../../listings/ui/property-details.tsx';

interface PropertyTextProps {
  stay: PropertyDetail;
  guide: PublicSection[];
}

/** The texts about a home. */
export const PropertyText = ({ stay, guide }: PropertyTextProps) => (
  <>
    <PropertyDetails stay={stay} />
    <GuideSections sections={guide} />
  </>
);
