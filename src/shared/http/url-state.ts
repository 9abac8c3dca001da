/** Parses and formats a parameter of a URL: a missing one is '', and '' is left out. */
export interface Param<T> {
  parse(text: string): T;
  format(value: T): string;
}

/** The state of a screen in the query of its URL. */
export interface UrlState<State> {
  parse(query: URLSearchParams): State;
  /** The query of only this state, in the order of its names. */
  toQuery(state: Partial<State>): URLSearchParams;
  /** Another query with some of it changed; what is undefined, and what others wrote, stays. */
  change(query: URLSearchParams, part: Partial<State>): URLSearchParams;
}

/** One for each name, in the order of a URL. */
export type UrlParams<State> = { [Name in keyof State]-?: Param<State[Name]> };

/** @param complete what follows from several of them */
export function urlState<State extends object>(
  params: UrlParams<State>,
  complete: (state: State) => State = (state) => state,
): UrlState<State> {
  const names = Object.keys(params) as (keyof State & string)[];
  function change(query: URLSearchParams, part: Partial<State>): URLSearchParams {
    const next = new URLSearchParams(query);
    for (const name of Object.keys(part) as typeof names) {
      const value = part[name];
      if (value === undefined) continue;
      const text = params[name].format(value);
      if (text === '') next.delete(name);
      else next.set(name, text);
    }
    return next;
  }
  function parse(query: URLSearchParams): State {
    const entries = names.map((name) => [name, params[name].parse(query.get(name) ?? '')] as const);
    return complete(Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as State);
  }
  return { parse, change, toQuery: (state) => change(new URLSearchParams(), state) };
}

/** Text; what is not valid is the fallback. */
export const textParam = <Fallback extends string | null | undefined>(
  fallback: Fallback,
  isValid: (text: string) => boolean = (text) => text !== '',
): Param<string | Fallback> => ({
  parse: (text) => (isValid(text) ? text : fallback),
  format: (value) => value ?? '',
});

/** A page from 1, the first one without a parameter. */
export const pageParam = (max = 1_000_000_000): Param<number> => ({
  parse: (text) => {
    const page = Number(text);
    return Number.isInteger(page) && page >= 1 && page <= max ? page : 1;
  },
  format: (page) => (page === 1 ? '' : String(page)),
});
