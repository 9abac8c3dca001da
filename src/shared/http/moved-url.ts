interface Address {
  /** The query with its question mark, or empty. */
  search: string;
  /** The fragment with its number sign; browsers carry it over a server's redirect on their own. */
  hash?: string;
}

/** Returns the URL of a page whose path has changed: the new path, with the query and fragment of the old URL. */
export const movedUrl = <Path extends string>(path: Path, { search, hash = '' }: Address): Path =>
  `${path}${search}${hash}` as Path;
