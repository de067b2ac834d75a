import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { BannerListView } from './contract.ts'

/** The banners of a store whose time it is, in the order that staff gave them, in one language. */
export async function listBanners(
  karat: Karat,
  where: { store: { code: string }; language: string },
): Promise<BannerListView> {
  return karat.db.rows(sql`
    select id, coalesce(title ->> ${where.language}, title ->> 'en-US') as title,
      coalesce(text ->> ${where.language}, text ->> 'en-US') as text, link, image
    from content.banners where store = ${where.store.code} and starts_at <= now() and now() < ends_at
    order by position, id`)
}
