import type { PagesBuild } from '../src/platform/render-page.server.ts';

/** The context of a page. */
export interface StubPage {
  api: typeof fetch;
  nonce?: string;
}

class LoadContext {
  page: unknown;
  set(_key: unknown, value: unknown) {
    this.page = value;
  }
}

/**
 * Stands in for the built pages, with one route for a post and one for everything else.
 * @param render the response to each request
 */
export const stubBuild = (
  render: (request: Request, page: StubPage) => Promise<Response> | Response,
): PagesBuild =>
  ({
    routes: {
      root: { id: 'root', path: '' },
      home: { id: 'home', parentId: 'root', index: true },
      post: { id: 'post', parentId: 'root', path: 'blog/:slug' },
      other: { id: 'other', parentId: 'root', path: '*' },
    },
    entry: {
      module: {
        pageContext: {},
        RouterContextProvider: LoadContext,
        createRequestHandler: () => (request: Request, context: LoadContext) =>
          render(request, context.page as StubPage),
      },
    },
  }) as unknown as PagesBuild;
