/** Wire shapes of the staff's calls about categories. */
import { z } from 'zod'
import { rowId, typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'

const textsRead = z.record(z.string(), z.string())
const texts = (most: number) =>
  z.strictObject({ 'en-US': typedText(0, most), id: typedText(0, most), zh: typedText(0, most) })
const revision = wholeCount(1, 1_000_000_000)
const words = {
  parent: rowId.nullable(),
  name: texts(60),
  text: texts(600),
  image: typedText(0, 100),
  hidden: z.boolean(),
}

export const CategoryTree = z.strictObject({
  categories: z.array(
    z.strictObject({
      id: z.int(),
      parent: z.int().nullable(),
      slug: z.string(),
      name: textsRead,
      text: textsRead,
      image: z.string(),
      src: z.string().meta({ description: 'its smallest file; empty where there is none' }),
      hidden: z.boolean(),
      revision: z.int(),
      updated_by: z.string(),
      products: z.int(),
      below: z.int(),
    }),
  ),
  pictures: z.array(z.strictObject({ name: z.string(), src: z.string() })),
})
export const AddCategory = z.strictObject({ ...words, slug: z.string().regex(/^[a-z0-9-]{1,60}$/, problem('slug')) })
export const SaveCategory = z.strictObject({ ...words, id: rowId, revision })
export const CategorySaved = z.strictObject({ id: z.int(), revision: z.int() })
export const MoveCategory = z.strictObject({ id: rowId, to: z.enum(['up', 'down']) })
export const RemoveCategory = z.strictObject({ id: rowId, revision })
export const CategoryDone = z.strictObject({ done: z.literal(true) })
export const AddCategoryPicture = z.strictObject({
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB, at least 480 pixels' }),
})
export const CategoryPictureAdded = z.strictObject({ name: z.string(), src: z.string() })

export type CategoryTreeView = z.output<typeof CategoryTree>
export type CategoryView = CategoryTreeView['categories'][number]
