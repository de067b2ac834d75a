/** Wire shapes of places in which bars lie. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, nameText, typedText, weightField } from '../../http/wire.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { placeStates } from '../register/bar-rules.ts'

const storeCode = typedText(1, 10)

export const PlacesQuery = z.strictObject({
  q: typedText(1, 60).optional().meta({ description: 'the start of a code, or a keeper' }),
  store: storeCode.optional(),
  state: z.enum(placeStates).optional(),
  ...pageQuery,
})
const Place = z.strictObject({
  store: z.string(),
  code: z.string().meta({ description: 'public' }),
  keeper: z.string().nullable().meta({ description: 'who keeps the bars there, public' }),
  address: z.string().nullable().meta({ description: 'for staff only' }),
  insured: moneyField.nullable().meta({ description: 'up to which value what lies there is insured' }),
  currency: currencyField,
  opened_at: momentField,
  closed_at: momentField.nullable(),
  bars: z.int().meta({ description: 'that lie there, pledged ones too' }),
  fine_weight: weightField.meta({ description: 'of those' }),
  on_the_way: z.int().meta({ description: 'bars that have left it or are coming to it, and are not there yet' }),
})
export type PlaceRow = z.infer<typeof Place>
export const PlacesPage = z.strictObject({ total: z.int(), rows: z.array(Place) })

const described = {
  store: storeCode,
  code: nameText(1, 40),
  keeper: nameText(2, 100),
  address: typedText(0, 300),
  insured: typedText(0, 20).meta({
    description: 'in the currency of the store, major units; empty where nobody knows',
  }),
  reason: reasonField,
}
export const OpenPlace = z.strictObject(described)
export const ChangePlace = z.strictObject(described)
export const ClosePlace = z.strictObject({ store: storeCode, code: nameText(1, 40), reason: reasonField })

export const OpenPlacesOf = z.strictObject({ store: storeCode })
export const OpenPlaces = z.strictObject({
  places: z.array(z.strictObject({ code: z.string(), keeper: z.string().nullable() })),
})
export type OpenPlacesView = z.infer<typeof OpenPlaces>
