export type Video =
  | { kind: 'youtube'; id: string }
  | { kind: 'vimeo'; id: string }
  | { kind: 'file'; url: string };

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'www.youtube-nocookie.com',
]);
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);

/** `null` for a link to no video, which shows a text instead. */
export function parseVideo(link: string): Video | null {
  const ownFile = /^\/[\w/-]+\.(mp4|webm)$/.test(link);
  if (ownFile) return { kind: 'file', url: link };
  const url = URL.parse(link);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (youtubeHosts.has(url.hostname)) {
    const id = url.searchParams.get('v') ?? url.pathname.replace(/^\/(embed|shorts|live)/, '').slice(1);
    return /^[\w-]{11}$/.test(id) ? { kind: 'youtube', id } : null;
  }
  if (vimeoHosts.has(url.hostname)) {
    const id = url.pathname.replace(/^\/video/, '').slice(1);
    return /^\d{6,12}$/.test(id) ? { kind: 'vimeo', id } : null;
  }
  return null;
}

/** The muted, autoplaying player; `null` for a file. */
export function videoFrameUrl(video: Video): string | null {
  if (video.kind === 'youtube') {
    const options = new URLSearchParams({
      autoplay: '1',
      mute: '1',
      loop: '1',
      playlist: video.id,
      playsinline: '1',
      rel: '0',
    });
    return `https://www.youtube-nocookie.com/embed/${video.id}?${options}`;
  }
  if (video.kind === 'vimeo')
    return `https://player.vimeo.com/video/${video.id}?autoplay=1&muted=1&loop=1&dnt=1`;
  return null;
}

const mapZoom = 13;

export const mapFrameUrl = (place: string): string =>
  `https://www.google.com/maps?${new URLSearchParams({ q: place, z: String(mapZoom), output: 'embed' })}`;
