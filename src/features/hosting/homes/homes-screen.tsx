import { useQuery } from '@tanstack/react-query';
import { House, ImageOff, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { imagePath } from '../../../ui/rich-text/links.ts';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { ExampleMark } from '../../admin/grid/example-mark.tsx';
import type { Row } from '../../admin/schema/table.ts';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { homesQuery } from './queries.ts';

const AddHome = lazy(async () => ({ default: (await import('./add-home.tsx')).AddHome }));

export const meta = () => screenMeta('Homes');

/** Every home, each with a page of its own. */
export default function HomesScreen() {
  const homes = useQuery(homesQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-2xl text-deep sm:text-3xl">Homes</h1>
          <p className="mt-1 max-w-prose text-slate">
            What guests read, see and pay, home by home. To delete one, open the table.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SmallButtonLink to="/admin?table=properties" className="min-h-11">
            Open the table
          </SmallButtonLink>
          <SmallButton variant="strong" className="min-h-11" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Add a home
          </SmallButton>
        </div>
      </div>
      <Loaded query={homes}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice icon={House} title="No homes yet">
              <p>Add the first one: then it has a page here, with its pictures, prices and rules.</p>
            </Notice>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
              {data.map((home) => (
                <HomeCard key={home.id} home={home} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && (
        <Suspense fallback={null}>
          <AddHome onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  );
}

function stateText({ is_listed, is_coming_soon, booking_mode }: Row): string {
  if (!is_listed) return 'Not listed';
  if (is_coming_soon) return 'Coming soon';
  if (booking_mode === 'instant') return 'Booked at once';
  return booking_mode === 'request' ? 'Booked after you approve' : 'By inquiry only';
}

function HomeCard({ home }: { home: Row }) {
  const cover = Array.isArray(home.images) ? String(home.images[0] ?? '') : '';
  return (
    <li className="relative grid grid-rows-[auto_1fr] overflow-hidden rounded-2xl bg-white shadow-card hover:shadow-lift">
      {cover ? (
        <img
          src={imagePath(cover) ?? cover}
          alt=""
          loading="lazy"
          className="aspect-3/2 w-full bg-sand object-cover"
        />
      ) : (
        <p className="grid aspect-3/2 content-center justify-items-center gap-2 bg-sand text-slate max-sm:aspect-3/1">
          <ImageOff aria-hidden="true" className="size-7 text-driftwood" />
          No pictures yet
        </p>
      )}
      <div className="grid content-start gap-1 p-4">
        <h2 className="text-xl text-deep wrap-anywhere">
          <Link to={`/admin/homes/${String(home.slug)}`} className="after:absolute after:inset-0">
            {String(home.title)}
          </Link>
        </h2>
        <p className="text-slate">{stateText(home)}</p>
        {home.is_example === true && (
          <p>
            <ExampleMark />
          </p>
        )}
      </div>
    </li>
  );
}
