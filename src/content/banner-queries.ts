import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { BannerListView } from './contract.ts'
import { findPicture } from './picture-queries.ts'

/** The banners of a store whose time it is, in the order that staff gave them, in one language. */
export async function listBanners(
  karat: Bag<'content'>,
  where: { store: { code: string }; language: string },
): Promise<BannerListView> {
  const rows = await karat.db.rows<{ id: number; title: string; text: string; link: string; image: string }>(sql`
    select id, coalesce(title ->> ${where.language}, title ->> 'en-US') as title,
      coalesce(text ->> ${where.language}, text ->> 'en-US') as text, link, image
    from content.banners where store = ${where.store.code} and starts_at <= now() and now() < ends_at
    order by position, id`)
  return rows.map(({ image, ...banner }) => ({
    ...banner,
    picture: findPicture(image, ''),
    phone: findPicture(`${image}-phone`, ''),
  }))
}
