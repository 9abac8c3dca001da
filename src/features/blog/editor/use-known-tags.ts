import { useEffect, useState } from 'react';
import { collectTags } from '../post.ts';
import { writingClient } from './client.ts';

/** The tags that posts have already; none while they are not known. */
export function useKnownTags(): string[] {
  const [tags, setTags] = useState<string[]>([]);
  useEffect(() => {
    let isWanted = true;
    writingClient()
      .allPosts()
      .then((posts) => isWanted && setTags(collectTags(posts).map(({ tag }) => tag)))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, []);
  return tags;
}
