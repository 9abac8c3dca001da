const everyMs = 1_000;

/** Only in `npm run dev`: loads the page anew when the site was built anew, told by a file that names the build. */
export function reloadOnChange(): void {
  let known: string | null = null;
  setInterval(async () => {
    const response = await fetch('/build-id.txt', { cache: 'no-store' }).catch(() => null);
    const build = response?.ok ? await response.text().catch(() => null) : null;
    if (build && known && build !== known) location.reload();
    known = build ?? known;
  }, everyMs);
}
