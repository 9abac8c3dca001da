import { urlState } from '../../../shared/http/url-state.ts';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { type HomesInView, homesInViewParams } from '../../listings/home-pages.ts';

const url = urlState<HomesInView>(homesInViewParams);

/** The homes in view, which are stored in the URL. */
export function useHomesInView() {
  const [state, change] = useUrlState(url);
  return {
    ...state,
    goTo: (page: number) => change(({ search }) => ({ search, page })),
    find: (search: string) => change(() => ({ search })),
  };
}
