/** The calls about price alerts. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { sides } from '../trade-rules.ts'
import { alertKinds, alertStates } from './alert-rules.ts'

const percentField = z.string().regex(/^\d{1,2}\.\d{2}$/)

const wish = {
  kind: z.enum(alertKinds).meta({ description: 'the price rises to a level, falls to it, or moves in a day' }),
  side: z.enum(sides).default('buy').meta({ description: 'of a level: the price at which a member buys, or sells' }),
  level: z
    .string()
    .regex(/^[1-9]\d{0,11}(\.\d{1,2})?$/, problem('number'))
    .optional()
    .meta({ description: 'of one gram, in major units of the store’s currency; required for a level' }),
  move: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, problem('number'))
    .optional()
    .meta({ description: 'percent of the last close, up or down; required for a change' }),
  repeats: z.boolean().meta({ description: 'goes on after it was told; else it is told once' }),
  by_mail: z.boolean().meta({
    description: 'by e-mail too, which is consented to with it; in the app it is told always',
  }),
}
export const AlertOf = z.strictObject(wish)
export type AlertWish = z.output<typeof AlertOf>

const alert = { alert_id: ownedId('price_alert') }
export const AlertNamed = z.strictObject(alert)
export const AlertChangeOf = z.strictObject({ ...alert, ...wish })

const told = {
  kind: z.enum(alertKinds),
  side: z.enum(sides).nullable().meta({ description: 'null for a change' }),
  level: moneyField.nullable().meta({ description: 'of one gram; null for a change' }),
  move: percentField.nullable().meta({ description: 'percent; null for a level' }),
}
const Alert = z.strictObject({
  alert_id: z.uuid(),
  ...told,
  repeats: z.boolean(),
  by_mail: z.boolean(),
  state: z.enum(alertStates),
  armed: z.boolean().meta({ description: 'false: it was told and waits until the price has gone back' }),
  back_at: moneyField.nullable().meta({ description: 'how far the price has to go back before it is told again' }),
  reached_at: momentField.nullable().meta({ description: 'when it was told last' }),
  made_at: momentField,
})
const Firing = z.strictObject({
  firing_id: z.uuid(),
  currency: currencyField,
  ...told,
  price: moneyField.meta({ description: 'of one gram, then' }),
  change: z
    .string()
    .regex(/^-?\d{1,3}\.\d{2}$/)
    .nullable()
    .meta({ description: 'of a change: percent since the last close, then' }),
  at: momentField,
})

export const Alerts = z.strictObject({
  currency: currencyField,
  limit: z.int().meta({ description: 'how many a member may have with the store' }),
  mail: z.enum(['on', 'off', 'no_address']).meta({
    description:
      'off: the member wants no e-mail about alerts until they ask for it anew; no_address: there is none to write to',
  }),
  alerts: z.array(Alert).meta({ description: 'the newest first' }),
  firings: z.array(Firing).meta({ description: 'what was told lately, the newest first' }),
})

export const AlertNews = z.strictObject({
  watching: z.boolean().meta({ description: 'whether anything may come' }),
  news: z.array(Firing).meta({ description: 'what was told and not seen yet, the newest first; five at most' }),
})
export const SeenUntil = z.strictObject({
  until: z.iso.datetime(problem('moment')).meta({ description: '`at` of the newest that was seen' }),
})

export type AlertsView = z.output<typeof Alerts>
export type AlertView = z.output<typeof Alert>
export type FiringView = z.output<typeof Firing>
export type AlertNewsView = z.output<typeof AlertNews>
