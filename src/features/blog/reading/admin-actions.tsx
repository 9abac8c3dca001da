import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { writtenPost } from '../editor/calls.ts';
import type { Post } from '../post.ts';
import { PostStatusBadge } from './post-meta.tsx';

const round =
  'grid size-11 place-items-center rounded-full border border-gulf/35 bg-white text-gulf hover:border-gulf hover:bg-mist';

export function PostControls({ post }: { post: Post }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function remove() {
    setBusy(true);
    setFailed(false);
    try {
      await writtenPost.remove({ key: post.id });
      await navigate('/blog');
    } catch (error) {
      console.error(error);
      setFailed(true);
      setConfirming(false);
    }
    setBusy(false);
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {failed && (
        <p role="alert" className="font-medium text-danger">
          Failed to delete blog post. Please try again.
        </p>
      )}
      <PostStatusBadge post={post} />
      <Link to={`/blog/edit/${post.id}`} title="Edit Post" aria-label="Edit Post" className={round}>
        <Pencil aria-hidden="true" className="size-5" />
      </Link>
      <button
        type="button"
        title="Delete Post"
        aria-label="Delete Post"
        onClick={() => setConfirming(true)}
        className={round}
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete Post"
          confirmLabel="Delete"
          isBusy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setConfirming(false)}
        >
          <p>Are you sure you want to delete this blog post?</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
