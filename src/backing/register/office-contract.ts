/** Wire shapes of the register of bars and of what a store owes and has in gold. */
import { z } from 'zod'
import { momentField, nameText, typedText, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { barKinds, barMoves, barStates, breachCauses } from './bar-rules.ts'

const storeCode = typedText(1, 10)
const barId = z.uuid(problem('id'))
const placeCode = nameText(1, 40)

export const BackingOf = z.strictObject({ store: storeCode })
export const BackingNow = z.strictObject({
  members: weightField.meta({ description: 'grams of members, held ones included' }),
  bars: weightField.meta({ description: 'bars of the register that are there' }),
  pledged: weightField.meta({ description: 'bars that secure what the house owes, and count for nobody' }),
  free: weightField.meta({
    description: 'what of the bars is the house’s own: it can be sold; negative where bars are missing',
  }),
  pieces: weightField.meta({ description: 'numbered pieces that are paid for and not yet with their buyers' }),
  stock: weightField.meta({ description: 'numbered pieces of the shop, promised ones too' }),
  owed: weightField.meta({ description: 'members’ grams and the pieces that are paid for' }),
  owned: weightField.meta({ description: 'bars and pieces of the shop' }),
  ratio_bps: z.int().nullable().meta({
    description: 'what is there for what is owed, in hundredths of a percent, rounded down; null where nothing is owed',
  }),
  room: weightField.meta({ description: 'grams that can still be sold: the smaller of both laws' }),
  freeze: z
    .strictObject({
      cause: z.enum(breachCauses),
      owed: weightField,
      owned: weightField,
      frozen_at: momentField,
      short: z.boolean().meta({ description: 'gold is short still, so that nobody can end it' }),
      asked: z.boolean().meta({ description: 'a second person has been asked to end it' }),
    })
    .nullable(),
})
export type BackingView = z.infer<typeof BackingNow>

export const BarsQuery = z.strictObject({
  q: typedText(1, 60).optional().meta({ description: 'the start of a number, or a maker' }),
  store: storeCode.optional(),
  state: z.enum(barStates).optional(),
  place: placeCode.optional(),
  ...pageQuery,
})
const Bar = z.strictObject({
  id: z.uuid(),
  store: z.string(),
  maker: z.string(),
  serial: z.string(),
  kind: z.enum(barKinds),
  gross_weight: weightField,
  fineness: z.int().meta({ description: 'parts of ten thousand' }),
  fine_weight: weightField,
  place: z.string(),
  year: z.int().nullable(),
  state: z.enum(barStates),
  since: momentField,
  asked: z.boolean().meta({ description: 'a second person has been asked to pledge it' }),
})
/** The same filters, and no page: a file has as many rows as one may take away. */
export const BarsExport = BarsQuery.omit({ page: true, size: true })
export type BarRow = z.infer<typeof Bar>
export const BarsPage = z.strictObject({ total: z.int(), rows: z.array(Bar) })
export const BarOf = z.strictObject({ bar_id: barId })
export const BarHistory = z.strictObject({
  moves: z.array(
    z.strictObject({
      move: z.enum(barMoves),
      at: momentField,
      by: z.string().meta({ description: 'empty for what the demonstration began with' }),
      reason: z.string(),
      place: z.string().nullable().meta({ description: 'where it came to by that, if anywhere' }),
    }),
  ),
})
export type BarHistoryView = z.infer<typeof BarHistory>

export const ReceiveBars = z.strictObject({
  store: storeCode,
  maker: nameText(0, 60).meta({ description: 'of bars of which the list does not say it, as kind and fineness' }),
  kind: z.enum(barKinds),
  fineness: typedText(0, 10).meta({ description: 'parts of a thousand, 995 to 999.9' }),
  place: placeCode.meta({ description: 'an open place of the store' }),
  bars: typedText(1, 200_000).meta({
    description:
      'a bar a line, number and gross weight in grams; or a table with a head: serial, maker, year, kind, gross_g or gross_oz, fineness, fine_g or fine_oz',
  }),
  reason: reasonField,
})
export const BarsReceived = z.strictObject({ added: z.int() })
export const BarChange = z.strictObject({ bar_id: barId, reason: reasonField })
export const BarFound = z.strictObject({
  bar_id: barId,
  place: placeCode.optional().meta({ description: 'where it was found; without it where it was' }),
  reason: reasonField,
})
export const PledgeBar = z.strictObject({
  bar_id: barId,
  creditor: nameText(2, 100).meta({ description: 'whom it secures' }),
  reason: reasonField,
})
export const BarLost = z.strictObject({
  frozen: z.boolean().meta({ description: 'nothing of gold is sold in its store now' }),
})
export const EndFreeze = z.strictObject({ store: storeCode, reason: reasonField })
export const SecondAsked = z.strictObject({ approval_id: z.uuid() })
