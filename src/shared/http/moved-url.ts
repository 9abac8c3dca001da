interface Address {
  /** With its question mark. */
  search: string;
  /** With its number sign; browsers carry it over a server's redirect by themselves. */
  hash?: string;
}

/** Returns the URL of a page whose path has changed: the new path, with the query and fragment of the old URL. */
export const movedUrl = <Path extends string>(path: Path, { search, hash = '' }: Address): Path =>
  `${path}${search}${hash}` as Path;
