/** Categories as the staff see them: hidden ones too, with what is in each. */
import { thumbnailOf } from '../content/picture-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Texts } from './catalogue-memory.ts'

type Row = {
  id: number
  parent: number | null
  slug: string
  name: Texts
  text: Texts
  image: string | null
  hidden: boolean
  revision: number
  updatedBy: string
  products: number
  below: number
}

/** Every category, those at the top first, each level in its order. */
export async function listOfficeCategories(db: Queryable) {
  const rows = await db.rows<Row>(sql`
    select c.id, c.parent_id as parent, c.slug, c.name, c.text, c.image, c.hidden, c.revision, c.updated_by as "updatedBy",
      (select count(*)::int from catalogue.products p where p.category_id = c.id) as products,
      (select count(*)::int from catalogue.categories b where b.parent_id = c.id) as below
    from catalogue.categories c order by c.parent_id nulls first, c.position, c.id`)
  return rows.map(({ updatedBy, image, ...row }) => ({
    ...row,
    updated_by: updatedBy,
    image: image ?? '',
    src: image === null ? '' : thumbnailOf(image),
  }))
}
