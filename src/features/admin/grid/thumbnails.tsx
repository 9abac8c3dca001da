export const isOnSite = (url: string) => /^\/(?![/\\])/.test(url);

const storedImage = /^\/media\/[\w-]+\/(\d+)\.jpg$/;
const thumbnailWidth = 480;

/** The smallest stored size of an image; any other URL as it is. */
function thumbnailUrl(url: string): string {
  const width = Number(storedImage.exec(url)?.[1] ?? 0);
  return width > thumbnailWidth ? url.replace(/\d+\.jpg$/, `${thumbnailWidth}.webp`) : url;
}

const maxThumbnails = 3;

export function Thumbnails({ urls, full }: { urls: string[]; full: boolean }) {
  const visible = full ? urls : urls.slice(0, maxThumbnails);
  const hiddenCount = urls.length - visible.length;
  return (
    <span className={`flex items-center gap-1.5 ${full ? 'flex-wrap' : ''}`}>
      {visible.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice
        <Thumbnail key={`${index}-${url}`} url={url} full={full} />
      ))}
      {hiddenCount > 0 && <span className="text-slate">{`+${hiddenCount}`}</span>}
    </span>
  );
}

const Thumbnail = ({ url, full }: { url: string; full: boolean }) =>
  isOnSite(url) ? (
    <img
      src={thumbnailUrl(url)}
      alt=""
      // The small sizes of an upload are made within some seconds; until then there is the upload itself.
      onError={({ currentTarget }) => {
        if (currentTarget.getAttribute('src') !== url) currentTarget.src = url;
      }}
      loading="lazy"
      decoding="async"
      className={`shrink-0 rounded-md bg-glass object-cover ${full ? 'size-24' : 'size-10'}`}
    />
  ) : (
    <span className="line-clamp-2 wrap-anywhere">{url}</span>
  );
