import { expect, test } from 'vitest';
import { mapFrameUrl, parseVideo, videoFrameUrl } from './video-url.ts';

const youtube = { kind: 'youtube', id: 'dQw4w9WgXcQ' };
const vimeo = { kind: 'vimeo', id: '123456789' };

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=10s', youtube],
  ['http://youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', youtube],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0', youtube],
  ['https://vimeo.com/123456789', vimeo],
  ['https://www.vimeo.com/123456789?share=copy', vimeo],
  ['https://player.vimeo.com/video/123456789', vimeo],
  ['/media/0198aaaa-0000-7000-8000-000000000000/tour.mp4', { kind: 'file' }],
  ['/media/0198aaaa-0000-7000-8000-000000000000/tour.webm', { kind: 'file' }],
])('parseVideo reads %s', (link, video) => {
  expect(parseVideo(link)).toMatchObject(video);
});

test.each([
  '',
  'not a link',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"><script>',
  'https://www.youtube.com/@pcbbeachrentals',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://user@evil.example/youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/about',
  'https://vimeo.com/123456789/../../x',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'data:video/mp4,x',
  'ftp://youtu.be/dQw4w9WgXcQ',
  '//youtu.be/dQw4w9WgXcQ',
  '//evil.example/tour.mp4',
  '/media/../../etc/passwd.mp4',
  '/media/tour.mp4?x=1',
  '/media/tour.exe',
  'https://evil.example/tour.mp4',
])('parseVideo returns null for %j', (link) => {
  expect(parseVideo(link)).toBeNull();
});

test('videoFrameUrl returns a muted, autoplaying, looping player', () => {
  const youtubeUrl = new URL(videoFrameUrl({ kind: 'youtube', id: 'dQw4w9WgXcQ' }) ?? '');
  expect(youtubeUrl.origin + youtubeUrl.pathname).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  expect(Object.fromEntries(youtubeUrl.searchParams)).toMatchObject({
    autoplay: '1',
    mute: '1',
    loop: '1',
    playlist: 'dQw4w9WgXcQ',
  });
  const vimeoUrl = new URL(videoFrameUrl({ kind: 'vimeo', id: '123456789' }) ?? '');
  expect(vimeoUrl.origin + vimeoUrl.pathname).toBe('https://player.vimeo.com/video/123456789');
  expect(Object.fromEntries(vimeoUrl.searchParams)).toMatchObject({ autoplay: '1', muted: '1', loop: '1' });
});

test('videoFrameUrl returns null for a file', () => {
  expect(videoFrameUrl({ kind: 'file', url: '/media/a/tour.mp4' })).toBeNull();
});

test('mapFrameUrl centres on the encoded place at zoom 13', () => {
  const url = new URL(mapFrameUrl('Panama City Beach, Florida & more'));
  expect(url.origin).toBe('https://www.google.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    q: 'Panama City Beach, Florida & more',
    z: '13',
    output: 'embed',
  });
});
