/** Wire shapes of kept views of the list of orders. */
import { z } from 'zod'
import { nameText, typedText } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'

const View = z.strictObject({
  view_id: z.uuid(),
  name: z.string(),
  search: z.string().meta({ description: 'what stands in the address of the list' }),
  shared: z.boolean(),
  mine: z.boolean(),
  by: z.string(),
})
export type OrderViewView = z.output<typeof View>
export const Views = z.strictObject({ views: z.array(View) })
export const SaveView = z.strictObject({
  name: nameText(1, 60).regex(/\S/, problem('empty')),
  search: typedText(0, 600),
  shared: z.boolean(),
})
export const ViewSaved = z.strictObject({ view_id: z.uuid() })
export const ViewOf = z.strictObject({ view_id: z.uuid(problem('id')) })
