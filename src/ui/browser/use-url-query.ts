import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import type { UrlState } from '../../shared/http/url-state.ts';

export type EditQuery = (query: URLSearchParams) => URLSearchParams;

/** Changes that build on each other: one that begins while another is on its way starts from what that one leads to. */
export function queryChanges() {
  let pending: URLSearchParams | null = null;
  return async (edit: EditQuery, current: string, go: (query: URLSearchParams) => unknown): Promise<void> => {
    const next = edit(new URLSearchParams(pending ?? current));
    pending = next;
    try {
      await go(next);
    } finally {
      if (pending === next) pending = null;
    }
  };
}

type ChangeOptions = Pick<NavigateOptions, 'replace' | 'preventScrollReset'>;

const changeQuery = queryChanges();

/**
 * Returns the URL's query and a function that changes it. The rendered query may be older than the newest change, so
 * `edit` gets the newest one and no filter is lost.
 */
export function useUrlQuery(): [URLSearchParams, (edit: EditQuery, options?: ChangeOptions) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback(
    (edit: EditQuery, options?: ChangeOptions) =>
      void changeQuery(edit, window.location.search, (next) => navigate(`?${next}`, options)),
    [navigate],
  );
  return [query, change];
}

/** The parsed query of the URL, and a function that replaces it by what `edit` makes of the newest state. */
export function useUrlState<State>(
  url: UrlState<State>,
  options?: ChangeOptions,
): [State, (edit: (state: State) => Partial<State>) => void] {
  const [query, changeUrl] = useUrlQuery();
  return [url.parse(query), (edit) => changeUrl((latest) => url.toQuery(edit(url.parse(latest))), options)];
}
