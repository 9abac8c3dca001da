import { useEffect, useState } from 'react';
import { mediaLibrary } from '../calls.ts';
import type { LibraryMedia, Media } from '../contract.server.ts';
import type { MediaKind } from '../media.ts';

interface LibraryFilter {
  search?: string;
  kind?: MediaKind;
  unused?: boolean;
}

const loadPage = ({ search, kind, unused }: LibraryFilter, page: number) =>
  mediaLibrary.list({
    query: {
      search: search || undefined,
      kind,
      unused: unused ? 'true' : undefined,
      page: String(page),
    },
  });

interface Library {
  /** The media loaded so far, newest first; null before the first page. */
  list: LibraryMedia[] | null;
  total: number;
  failure: string;
  isLoading: boolean;
}

/** Pause in typing before the search, ms. */
const pauseMs = 250;

/** Pause between polls for new uploads, ms. */
const followMs = 2_000;

/** Loads the media that match a query, one page at a time. */
export function useLibrary(query: LibraryFilter) {
  const { search = '', kind, unused = false } = query;
  const [library, setLibrary] = useState<Library>({ list: null, total: 0, failure: '', isLoading: true });
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins with its first page
  useEffect(() => setPage(1), [search, kind, unused]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again
  useEffect(() => {
    let isCurrent = true;
    setLibrary((now) => ({ ...now, isLoading: true, failure: '' }));
    const request = async () => {
      try {
        const { data, total } = await loadPage({ search, kind, unused }, page);
        if (!isCurrent) return;
        setLibrary((now) => {
          const before = page > 1 ? (now.list ?? []) : [];
          const loadedIds = new Set(before.map(({ id }) => id));
          const list = [...before, ...data.filter(({ id }) => !loadedIds.has(id))];
          return { list, total, failure: '', isLoading: false };
        });
      } catch {
        if (!isCurrent) return;
        setLibrary((now) => ({ ...now, isLoading: false, failure: 'Failed to load the media library' }));
      }
    };
    const timer = setTimeout(() => void request(), search ? pauseMs : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, kind, unused, page, attempt]);

  // Sizes are made after the upload's response; this polls until they are there.
  const isWaiting = library.list?.some(({ status }) => status === 'processing') ?? false;
  const [poll, setPoll] = useState(0);
  useEffect(() => {
    if (!isWaiting) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const firstPage = await loadPage({ search, kind, unused }, 1).catch(() => null);
      if (!isCurrent) return;
      const fresh = new Map(firstPage?.data.map((media) => [media.id, media]));
      setLibrary((now) => ({ ...now, list: now.list?.map((media) => fresh.get(media.id) ?? media) ?? null }));
      setPoll(poll + 1);
    }, followMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isWaiting, poll, search, kind, unused]);

  const reload = () => {
    setPage(1);
    setAttempt((count) => count + 1);
  };
  return {
    ...library,
    hasMore: library.list !== null && library.list.length < library.total,
    loadMore: () => setPage(page + 1),
    reload,
    add: (media: Media) =>
      setLibrary((now) => ({
        ...now,
        list: [{ ...media, uses: 0 }, ...(now.list ?? []).filter(({ id }) => id !== media.id)],
        total: now.total + 1,
      })),
    change: (id: string, more: Partial<LibraryMedia>) =>
      setLibrary((now) => ({
        ...now,
        list: now.list?.map((one) => (one.id === id ? { ...one, ...more } : one)) ?? null,
      })),
  };
}
