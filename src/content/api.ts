import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import { listBanners } from './banner-queries.ts'
import { BannerList, NoQuery } from './contract.ts'

export function contentApi(door: Door, karat: Karat): void {
  door.get(
    '/product/getBanner',
    {
      config: { access: 'public', rate: 'public' },
      schema: {
        tags: ['content'],
        summary: 'The banners whose time it is',
        querystring: NoQuery,
        response: { 200: BannerList },
      },
    },
    ({ store, language }) => listBanners(karat, { store, language }),
  )
}
