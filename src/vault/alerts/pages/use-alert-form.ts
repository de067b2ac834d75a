/** What is typed for an alert, held against the price of this moment. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency } from '../../../money/money.ts'
import { settings } from '../../../settings.ts'
import { pointsOf } from '../../../ui/alert-words.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { money } from '../../../ui/figures.tsx'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type LivePrice, minorOf } from '../../../ui/price.ts'
import { useForm } from '../../../ui/use-form.ts'
import { readAmount } from '../../pages/typed-amount-rules.ts'
import { isFar } from '../../trade-rules.ts'
import type { AlertsView, AlertView, AlertWish } from '../alert-contract.ts'

type Typed = {
  kind: AlertWish['kind']
  side: AlertWish['side']
  level: string
  move: string
  repeats: boolean
  by_mail: boolean
}
type Props = {
  of: AlertView | null
  price: LivePrice | null
  list: Pick<AlertsView, 'currency' | 'mail'>
  save: (wish: AlertWish) => Promise<void>
}

const written = (wire: string) => formatDecimal(wire, language(), { keepZeros: false })

export function useAlertForm({ of, price, list: { currency, mail }, save }: Props) {
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const [busy, setBusy] = useState(false)
  const start: Typed = {
    ...{ kind: of?.kind ?? 'above', side: of?.side ?? 'buy' },
    ...{ level: of?.level ? written(of.level) : '', move: of?.move ? written(of.move) : '' },
    ...{ repeats: of?.repeats ?? false, by_mail: of ? of.by_mail : mail !== 'no_address' },
  }
  const now = (side: string) => price && (side === 'sell' ? price.bid : price.ask)
  const form = useForm<Typed>(start, {
    level: (typed, { kind, side }) =>
      kind === 'change' ? undefined : wrongLevel(readAmount(typed, places), { kind, now: now(side), currency }),
    move: (typed, { kind }) => (kind === 'change' ? wrongMove(readAmount(typed, 2)) : undefined),
  })

  function wish(): AlertWish {
    const { kind, side, level, move, repeats, by_mail } = form.values
    const how = { kind, side, repeats, by_mail }
    return kind === 'change'
      ? { ...how, move: readAmount(move, 2) ?? '' }
      : { ...how, level: readAmount(level, places) ?? '' }
  }

  async function submit() {
    if (busy || !form.check()) return
    setBusy(true)
    try {
      await save(wish())
    } catch (failure) {
      // What is no field's was said in a toast.
      if (!(failure instanceof ApiError)) throw failure
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }
  return { form, places, busy, submit, now: now(form.values.side) }
}

type At = { kind: string; now: string | null; currency: string }

function wrongLevel(wire: string | null, { kind, now, currency }: At): string | undefined {
  if (wire === null) return m.vault_enter_money({ example: written(now ?? '2500000') })
  if (now === null) return undefined
  const [level, here] = [minorOf(wire, currency), minorOf(now, currency)]
  const price = { price: money({ amount: now, currency }) }
  if (kind === 'above' ? level <= here : level >= here)
    return kind === 'above' ? m.vault_alert_not_above(price) : m.vault_alert_not_below(price)
  return isFar(level, here, settings.alerts.farTimes) ? m.vault_alert_far(price) : undefined
}

function wrongMove(wire: string | null): string | undefined {
  const { leastBps, mostBps } = settings.alerts
  const points = wire === null ? null : pointsOf(wire)
  if (points !== null && points >= leastBps && points <= mostBps) return undefined
  return m.vault_alert_wrong_move({ least: written(String(leastBps / 100)), most: written(String(mostBps / 100)) })
}
