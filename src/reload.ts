const everyMs = 1_000;

/** Only in `npm run dev`: loads the page anew when the site was built anew, told by the home page's tag. */
export function reloadOnChange(): void {
  let known: string | null = null;
  setInterval(async () => {
    const answer = await fetch('/', { method: 'HEAD' }).catch(() => null);
    const tag = answer?.headers.get('ETag') ?? null;
    if (tag && known && tag !== known) location.reload();
    known = tag ?? known;
  }, everyMs);
}
