import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { HostReviews } from '../ui/host-reviews.tsx';

export const meta = () => screenMeta('Reviews');

export default function ReviewsPage() {
  return <HostReviews />;
}
