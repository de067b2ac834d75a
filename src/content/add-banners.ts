import { type Queryable, sql } from '../db/database.ts'

/** A banner with its texts by language; it is shown from `fromDays` to `toDays` counted from today, without end where null. */
export type NewBanner = {
  store: string
  position: number
  title: Record<string, string>
  text: Record<string, string>
  link: string
  image: string
  fromDays: number | null
  toDays: number | null
}

export async function addBanners(tx: Queryable, banners: NewBanner[]): Promise<void> {
  await tx.run(sql`
    insert into content.banners (store, position, title, text, link, image, starts_at, ends_at)
    select store, position, title, text, link, image,
      coalesce(now() + make_interval(days => "fromDays"), '-infinity'), coalesce(now() + make_interval(days => "toDays"), 'infinity')
    from jsonb_to_recordset(${JSON.stringify(banners)}::jsonb) as banner(store text, position smallint, title jsonb, text jsonb,
      link text, image text, "fromDays" integer, "toDays" integer)`)
}

/** Gives banners their pictures, in place of those that they had; one that was written anew keeps its own. */
export async function setBannerPictures(tx: Queryable, banners: NewBanner[]): Promise<void> {
  await tx.run(sql`
    update content.banners set image = new.image
    from jsonb_to_recordset(${JSON.stringify(banners)}::jsonb) as new(store text, title jsonb, image text)
    where banners.store = new.store and banners.title = new.title`)
}
