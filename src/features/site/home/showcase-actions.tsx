import { ButtonLink } from '../../../ui/button.tsx';
import { useSectionLink } from '../layout/use-section-link.ts';

/** What a newcomer does first: look at the homes. */
export function ShowcaseActions() {
  const follow = useSectionLink();
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      <ButtonLink to="/#properties" onClick={follow('properties')}>
        See the homes
      </ButtonLink>
      <ButtonLink to="/#contact" onClick={follow('contact')} look="quiet">
        Ask a question
      </ButtonLink>
    </div>
  );
}
