import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, History, House, RefreshCw } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState, FailedScreen, Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton, smallButtonClass } from '../../../ui/small-button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { dataKey, invalidateData, schemaQuery } from '../../admin/calls/queries.ts';
import { ExampleMark } from '../../admin/grid/example-mark.tsx';
import { HistoryPanel } from '../../admin/history/history-panel.tsx';
import type { Row, TableForm } from '../../admin/schema/table.ts';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import type { Route } from './+types/home-screen';
import { HomeSectionPart } from './home-section.tsx';
import { homeSections } from './home-sections.ts';
import { homeQuery } from './queries.ts';
import { LeaveGuard, useUnsavedSections } from './use-unsaved-sections.tsx';

export const meta = () => screenMeta('Home');

/** A page for one home: everything that hosts set of it, in sections that save by themselves. */
export default function HomeScreen({ params: { slug } }: Route.ComponentProps) {
  const schema = useQuery(schemaQuery('properties'));
  const home = useQuery(homeQuery(slug));
  return (
    <div className={`${listPageClass} max-w-none! grid grid-cols-[minmax(0,1fr)] gap-4`}>
      <div>
        <BackLink to="/admin/homes">All homes</BackLink>
      </div>
      <Loaded query={schema} failed={FailedScreen}>
        {(form) => (
          <Loaded query={home} failed={home.data ? ErrorState : FailedScreen} reloadError="above">
            {(row) => (row ? <Home key={row.id} schema={form} home={row} /> : <NoHome />)}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

const NoHome = () => (
  <Notice
    icon={House}
    level="h1"
    title="No such home"
    actions={<ButtonLink to="/admin/homes">All homes</ButtonLink>}
  >
    <p>There is no home at this address any more.</p>
  </Notice>
);

function Home({ schema, home }: { schema: TableForm; home: Row }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { showsExamples } = useSiteSettings();
  const [version, setVersion] = useState(0);
  const [hasHistory, setHistory] = useState(false);
  const unsaved = useUnsavedSections();
  const title = String(home.title);
  const url = `/stays/${String(home.slug)}`;

  function showSaved(saved: Row | null) {
    if (saved) client.setQueryData(homeQuery(String(saved.slug)).queryKey, saved);
    setVersion(version + 1);
    if (!saved || saved.slug === home.slug) return void invalidateData(client);
    // Read again at its former address, there would be no home, and the page would go with what is typed.
    const former = hashKey(homeQuery(String(home.slug)).queryKey);
    void client.invalidateQueries({ queryKey: dataKey, predicate: ({ queryHash }) => queryHash !== former });
    navigate(`/admin/homes/${String(saved.slug)}`, { replace: true, preventScrollReset: true });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 min-[1440px]:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-5">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 justify-items-start gap-2">
            <h1 className="min-w-0 text-2xl text-deep wrap-anywhere sm:text-3xl">{title}</h1>
            {home.is_listed !== true && (
              <p className="text-slate">Not listed: no guest sees it. “Listed” in Basics shows it.</p>
            )}
            {home.is_example === true && (
              <p className="text-slate">
                <ExampleMark /> It is yours as soon as you save it; the list of the opening keeps it as it is.
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <SmallButton className="min-h-11" onClick={() => setHistory(true)}>
              <History aria-hidden="true" className="size-4" />
              History
            </SmallButton>
            <a href={url} target="_blank" rel="noreferrer" className={smallButtonClass('plain', 'min-h-11')}>
              View on the site
              <ExternalLink aria-hidden="true" className="size-4" />
            </a>
          </div>
        </div>
        <nav aria-label="Sections" className="flex flex-wrap gap-2">
          {homeSections.map(({ id, title: name }) => (
            <a
              key={id}
              href={`#${id}`}
              onClick={(event) => goToSection(event, id)}
              className={smallButtonClass('plain', 'min-h-11')}
            >
              {name}
            </a>
          ))}
        </nav>
        {homeSections.map((section) => (
          <HomeSectionPart
            key={section.id}
            section={section}
            schema={schema}
            home={home}
            onSaved={showSaved}
            onUnsaved={unsaved.report}
          />
        ))}
      </div>
      <Preview
        url={url}
        title={title}
        isListed={home.is_listed === true}
        isHidden={home.is_example === true && !showsExamples}
        version={version}
      />
      {unsaved.titles.length > 0 && <LeaveGuard titles={unsaved.titles} />}
      {hasHistory && (
        <HistoryPanel
          table="properties"
          row={home}
          schema={schema}
          onRestored={(restored) => {
            setHistory(false);
            showSaved(restored);
          }}
          onClose={() => setHistory(false)}
        />
      )}
    </div>
  );
}

/** Scrolls to a section without an entry in the history, in which a guard against leaving would not find its way. */
function goToSection(event: MouseEvent, id: string): void {
  const section = document.getElementById(id);
  if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

interface PreviewProps {
  url: string;
  title: string;
  isListed: boolean;
  /** Whether it is an example that guests do not see. */
  isHidden: boolean;
  /** Grows with every save. */
  version: number;
}

/** The page of the home as guests see it, beside the sections on a wide page. */
function Preview({ url, title, isListed, isHidden, version }: PreviewProps) {
  const [reloads, setReloads] = useState(0);
  return (
    <aside aria-label="Preview" className="hidden min-[1440px]:block">
      <div className="sticky top-16 grid h-[calc(100dvh-5rem)] grid-rows-[auto_minmax(0,1fr)] gap-2">
        <div className="flex items-center justify-between">
          <h2 className="font-sans text-base font-semibold tracking-normal text-slate">As guests see it</h2>
          <SmallButton variant="bare" onClick={() => setReloads(reloads + 1)}>
            <RefreshCw aria-hidden="true" className="size-4" />
            Reload
          </SmallButton>
        </div>
        {isHidden ? (
          <p className="rounded-2xl bg-mist p-5 text-deep">
            Guests never see an example: change a section and save it, then the home is yours and stands here.
          </p>
        ) : isListed ? (
          <iframe
            key={`${url} ${version} ${reloads}`}
            src={url}
            title={`Preview of ${title}`}
            loading="lazy"
            className="size-full rounded-2xl border border-dune bg-white"
          />
        ) : (
          <p className="rounded-2xl bg-mist p-5 text-deep">
            Guests do not see this home yet: switch on “Listed” in Basics.
          </p>
        )}
      </div>
    </aside>
  );
}
