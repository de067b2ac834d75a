/** Published testimonials, read. */
import { empty, type Queryable, sql } from '../db/database.ts'
import { listPublishedImages } from '../files/image-queries.ts'
import { settings } from '../settings.ts'
import { averageRating } from './community-rules.ts'
import type { TestimonialsQueryInput, TestimonialsView } from './contract.ts'

type Row = Omit<TestimonialsView['items'][number], 'pictures' | 'created_at'> & { imageIds: string[]; createdAt: Date }

/** One page of what members said in a store, the newest first, and what all of it comes to. */
export async function listTestimonials(
  db: Queryable,
  store: string,
  { rating, page = 1, page_size = settings.testimonials.pageSize }: TestimonialsQueryInput,
): Promise<TestimonialsView> {
  const [counts, rows] = await Promise.all([
    db.rows<{ rating: number; count: number }>(sql`select rating, count(*)::int as count from community.testimonials
      where store = ${store} and state = 'published' group by rating`),
    db.rows<Row>(sql`
      select id, name, place, rating, text, language, has_bought, created_at as "createdAt",
        array(select image_id from community.testimonial_pictures where testimonial_id = t.id order by position) as "imageIds"
      from community.testimonials t
      where store = ${store} and state = 'published' ${rating ? sql`and rating = ${rating}` : empty}
      order by created_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`),
  ])
  const byRating = [5, 4, 3, 2, 1].map((value) => ({
    rating: value,
    count: counts.find((one) => one.rating === value)?.count ?? 0,
  }))
  const count = byRating.reduce((sum, one) => sum + one.count, 0)
  const total = rating ? (byRating.find((one) => one.rating === rating)?.count ?? 0) : count
  const images = await listPublishedImages(
    db,
    rows.flatMap((row) => row.imageIds),
  )
  return {
    items: rows.map(({ imageIds, createdAt, ...row }) => ({
      ...row,
      pictures: imageIds.flatMap((id) => {
        const size = images.get(id)
        return size ? [{ src: `/api/store${store}/file/published?id=${id}`, ...size }] : []
      }),
      created_at: createdAt.toISOString(),
    })),
    ...{ total, page, count, by_rating: byRating },
    page_count: Math.max(1, Math.ceil(total / page_size)),
    average: averageRating(byRating),
  }
}
