import { useEffect, useState } from 'react';
import { blogClient } from '../client.ts';
import { tagsOf } from '../post.ts';

/** The tags that posts have already; none while they are not known. */
export function useKnownTags(): string[] {
  const [tags, setTags] = useState<string[]>([]);
  useEffect(() => {
    let isWanted = true;
    blogClient()
      .allPosts()
      .then((posts) => isWanted && setTags(tagsOf(posts).map(({ tag }) => tag)))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, []);
  return tags;
}
