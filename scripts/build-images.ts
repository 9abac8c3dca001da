import { buildImages } from '../src/seed/encoded-images.server.ts';

/* A step of `npm run build`: the drawn images of the first homes in all their sizes. */
await buildImages();
