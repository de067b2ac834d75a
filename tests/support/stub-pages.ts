/** Pages that only say which address they were asked for; `load` runs for each rendering. */
import type { Pages } from '../../src/page-host.ts'

export function stubPages(load: (url: string) => unknown = (url) => url): Pages['build'] {
  const page = { default: () => null }
  return {
    entry: {
      module: {
        default: ({ url }: Request, status: number, headers: Headers) =>
          new Response(`<p>${url}</p>`, { status, headers }),
      },
    },
    routes: {
      root: { id: 'root', path: '', module: page },
      any: {
        id: 'any',
        parentId: 'root',
        path: '*',
        module: { ...page, loader: ({ request }: { request: Request }) => load(request.url) },
      },
    },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as Pages['build']
}
