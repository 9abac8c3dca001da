import { Hono } from 'hono';
import type { Names } from './server.ts';

/** `PUT /dns/{name}` with `{txt: […]}` sets the records of a name, `GET` reads, `DELETE` removes them. */
export function namePages(names: Names): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json(Object.fromEntries(names)));
  app.put('/:name', async (c) => {
    const { txt } = await c.req.json<{ txt?: unknown }>().catch(() => ({ txt: undefined }));
    if (!Array.isArray(txt) || !txt.every((one) => typeof one === 'string'))
      return c.json({ message: 'Send {"txt": [texts]}' }, 400);
    names.set(c.req.param('name').toLowerCase(), txt);
    return c.json({ txt });
  });
  app.get('/:name', (c) => {
    const txt = names.get(c.req.param('name').toLowerCase());
    return txt ? c.json({ txt }) : c.json({ message: 'There is no such name' }, 404);
  });
  app.delete('/:name', (c) => {
    names.delete(c.req.param('name').toLowerCase());
    return c.body(null, 204);
  });
  return app;
}
