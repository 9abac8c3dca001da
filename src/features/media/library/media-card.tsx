import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { createQueryClient } from '../../../ui/loading/query-client.ts';
import { SmallButton, smallButtonClass } from '../../../ui/small-button.tsx';
import { oneMedia } from '../calls.ts';
import type { LibraryMedia } from '../contract.server.ts';
import { AltField, type SaveAlt } from './alt-field.tsx';
import { MediaThumb, thumbnailSize } from './thumbnail.tsx';

interface MediaCardProps {
  media: LibraryMedia;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  saveAlt: SaveAlt;
  onAlt(alt: string): void;
}

const statusLabels: Record<LibraryMedia['status'], string> = {
  processing: 'Its sizes are being made',
  ready: '',
  failed: 'Its sizes could not be made',
};

export function MediaCard({ media, isSelected, onSelect, saveAlt, onAlt }: MediaCardProps) {
  const [showsUses, setShowsUses] = useState(false);
  const { originalName, kind, width, height, sizeBytes, createdAt, status, error, uses, url } = media;
  const facts = [
    width && height ? `${width} × ${height}` : '',
    thumbnailSize(sizeBytes),
    formatDate(createdAt),
  ];
  return (
    <li
      className={`grid content-start gap-3 rounded-2xl border bg-white p-3 ${isSelected ? 'border-gulf ring-1 ring-gulf' : 'border-dune'}`}
    >
      <div className="aspect-4/3 overflow-hidden rounded-xl bg-sand">
        <MediaThumb media={media} />
      </div>
      <Choice
        type="checkbox"
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
        className="items-start!"
      >
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{originalName}</span>
          <span className="block text-sm text-slate">{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </Choice>
      {status !== 'ready' && (
        <p className={`text-sm ${status === 'failed' ? 'text-danger' : 'text-slate'}`}>
          {error || statusLabels[status]}
        </p>
      )}
      {kind === 'image' && (
        <>
          {media.alt === '' && (
            <p className="text-sm font-medium text-danger">Needs words for people who cannot see it</p>
          )}
          <AltField key={media.alt} media={media} save={saveAlt} onSaved={onAlt} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {uses === 0 ? (
          <p className="flex min-h-10 items-center text-sm text-slate">Not used</p>
        ) : (
          <SmallButton aria-expanded={showsUses} onClick={() => setShowsUses(!showsUses)}>
            {uses === 1 ? 'Used in 1 place' : `Used in ${uses} places`}
          </SmallButton>
        )}
        <a href={url} target="_blank" rel="noreferrer" className={smallButtonClass('bare')}>
          {kind === 'file' ? 'View File' : 'Open'}
          <span className="unseen">{` ${originalName}`}</span>
        </a>
      </div>
      {showsUses && <Uses id={media.id} />}
    </li>
  );
}

function Uses({ id }: { id: string }) {
  const [client] = useState(createQueryClient);
  const query = { queryKey: ['uses', id], queryFn: async () => (await oneMedia.uses({ id })).data };
  const { data, error, refetch } = useQuery(query, client);
  if (error) {
    return (
      <p role="alert" className="text-sm text-danger">
        {error.message} <SmallButton onClick={() => void refetch()}>Retry</SmallButton>
      </p>
    );
  }
  if (!data) return <p className="text-sm text-slate">Loading...</p>;
  return (
    <ul className="grid gap-1 text-sm" aria-label="Used in">
      {data.map(({ table, title, rowId, label, field, fieldTitle }) => (
        <li key={`${table} ${rowId} ${field}`} className="wrap-anywhere">
          {`${title}: ${label}`}
          {fieldTitle && <span className="text-slate">{` (${fieldTitle})`}</span>}
        </li>
      ))}
    </ul>
  );
}
