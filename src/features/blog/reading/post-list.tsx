import { Plus, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { BeachIllustration } from '../../../ui/beach-illustration.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { collectTags, type PostPreview, tagSlug } from '../post.ts';
import { PostCard } from './post-card.tsx';

const eagerCount = 3;

export function PostList({ posts, canEdit }: { posts: PostPreview[]; canEdit: boolean }) {
  const [search] = useSearchParams();
  const tagParam = search.get('tag');
  if (posts.length === 0) return <NoPosts canEdit={canEdit} />;
  const tags = collectTags(posts);
  const chosen = tagParam
    ? (tags.find(({ slug }) => slug === tagParam) ?? { tag: tagParam, slug: tagParam })
    : null;
  const filtered = chosen
    ? posts.filter((post) => post.tags.some((tag) => tagSlug(tag) === chosen.slug))
    : posts;
  return (
    <>
      <TagFilter tags={tags} chosen={chosen?.slug ?? null} />
      {chosen && (
        <p className="mb-6 text-lg text-slate">
          {filtered.length === 0 ? 'No posts about ' : 'Posts about '}
          <strong className="text-deep">{chosen.tag}</strong>
        </p>
      )}
      <ul className="card-grid">
        {filtered.map((post, position) => (
          <li key={post.id}>
            <PostCard post={post} eager={position < eagerCount} canEdit={canEdit} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TagFilterProps {
  tags: { tag: string; slug: string }[];
  chosen: string | null;
}

const pill =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 font-medium transition-colors duration-200';

function TagFilter({ tags, chosen }: TagFilterProps) {
  if (tags.length === 0) return null;
  return (
    <nav aria-label="Posts by tag" className="mb-8">
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ tag, slug }) => (
          <li key={slug}>
            {slug === chosen ? (
              <Link
                to="/blog"
                preventScrollReset
                aria-current="true"
                className={`${pill} border-gulf bg-gulf text-white hover:bg-deep`}
              >
                {tag}
                <X aria-hidden="true" className="size-4" />
                <span className="unseen">(show all posts)</span>
              </Link>
            ) : (
              <Link
                to={`/blog?tag=${slug}`}
                preventScrollReset
                className={`${pill} border-gulf/35 bg-white text-gulf hover:border-gulf hover:bg-mist`}
              >
                {tag}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoPosts({ canEdit }: { canEdit: boolean }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-3xl bg-white px-6 py-14 text-center shadow-card sm:py-20">
      <BeachIllustration variant="low" className="w-48" />
      <h2 className="text-3xl text-deep">No blog posts yet</h2>
      <p className="max-w-md text-lg text-balance text-slate">
        Check back soon for exciting content about Panama City Beach!
      </p>
      {canEdit ? (
        <ButtonLink to="/blog/new" className="mt-2">
          <Plus aria-hidden="true" className="size-5" />
          Write First Post
        </ButtonLink>
      ) : (
        <ButtonLink to="/#properties" variant="quiet" className="mt-2">
          See the homes
        </ButtonLink>
      )}
    </div>
  );
}
