/** At which price what is bought or sold, for how long, and what exactly will happen then. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatBps, formatDays, formatDecimal, formatGrams, symbolOf } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { LivePrice } from '../../../ui/price.ts'
import { Seg } from '../../../ui/seg.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Accepts } from '../../pages/held-price-notes.tsx'
import { Chips, stepFrom } from '../../pages/level-chips.tsx'
import { TradeNotice } from '../../pages/trade-notice.tsx'
import { vaultPlaces } from '../../pages/trade-places.ts'
import type { LimitOrderView, LimitsView } from '../limit-contract.ts'
import { useLimitForm } from './use-limit-form.ts'

type Props = {
  price: LivePrice | null
  known: LimitsView
  onPlaced: (order: LimitOrderView) => Promise<void>
  onChanged: () => Promise<void>
}

export function LimitForm(props: Props) {
  const { known, price } = props
  const limit = useLimitForm(props)
  const { form, busy, notice, sentence, submit } = limit
  const { side } = form.values
  const toSell = ['sell', m.vault_limit_sell()] as const
  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      {limit.isSold && limit.onlySells ? (
        <p className="small text-ink-2">{m.vault_limit_only_sell()}</p>
      ) : (
        <Seg
          className="justify-self-start"
          label={m.vault_limit_side()}
          value={side}
          choices={limit.isSold ? [['buy', m.vault_limit_buy()], toSell] : [toSell]}
          onChange={(next) => form.set('side', next)}
        />
      )}
      <Value limit={limit} known={known} />
      <AtPrice limit={limit} price={price} currency={known.currency} />
      <Select
        label={m.vault_limit_days()}
        choices={days.map((count) => ({ value: String(count), label: formatDays(count, language()) }))}
        {...form.text('days')}
      />
      {sentence && <p className="small bg-tile p-4">{sentence}</p>}
      {side === 'buy' && known.agreement_version && <Accepts version={known.agreement_version} />}
      {notice?.kind === 'refused' ? (
        <ErrorState title={m.vault_limit_refused()} text={`${notice.why} ${m.vault_limit_refused_text()}`} />
      ) : (
        notice && <TradeNotice notice={notice} currency={known.currency} />
      )}
      <Button type="submit" size="l" busy={busy} className="w-full">
        {m.vault_limit_place()}
      </Button>
    </Form>
  )
}

const days = [1, 3, 7, 14, 30]

type Limit = ReturnType<typeof useLimitForm>

/** Money or grams of a purchase; grams of a sale. */
function Value({ limit: { form, places }, known: { currency, cash, gold } }: { limit: Limit; known: LimitsView }) {
  const { side, by } = form.values
  const byMoney = side === 'buy' && by === 'amount'
  const there = side === 'buy' ? money({ amount: cash, currency }) : formatGrams(gold, language())
  return (
    <>
      {side === 'buy' && (
        <Seg
          className="justify-self-start"
          label={m.vault_by()}
          value={by}
          choices={[
            ['amount', symbolOf(currency)],
            ['weight', m.vault_by_grams()],
          ]}
          onChange={(next) => form.set('by', next)}
        />
      )}
      <TextField
        key={byMoney ? 'amount' : 'weight'}
        label={byMoney ? `${m.vault_amount()} (${symbolOf(currency)})` : m.vault_weight()}
        help={m.vault_available({ amount: there })}
        inputMode={byMoney && places === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        {...form.text(byMoney ? 'amount' : 'weight')}
      />
    </>
  )
}

/** Steps from the price of this moment, in hundredths of a percent. */
const steps = [50n, 100n, 200n, 500n]

type AtProps = { limit: Limit; price: LivePrice | null; currency: string }

function AtPrice({ limit: { form, places, crossed }, price, currency }: AtProps) {
  const isBuy = form.values.side === 'buy'
  const now = price && (isBuy ? price.ask : price.bid)
  const levels = now === null ? [] : steps.map((step) => (isBuy ? -step : step))
  return (
    <>
      <TextField
        label={`${isBuy ? m.vault_limit_at_buy() : m.vault_limit_at_sell()} (${symbolOf(currency)})`}
        help={now === null ? undefined : m.vault_alert_now({ price: money({ amount: now, currency }) })}
        inputMode={places === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        {...form.text('limit')}
      />
      {now !== null && (
        <Chips
          choices={levels.map((bps) => ({
            name: formatBps(Number(bps), language(), { sign: true, keepZeros: false }),
            value: formatDecimal(stepFrom(now, bps, currency), language(), { keepZeros: false }),
          }))}
          value={form.values.limit}
          onChoose={(level) => form.set('limit', level)}
        />
      )}
      {crossed && (
        <Link
          to={isBuy ? vaultPlaces.purchase : vaultPlaces.cashingIn}
          className="link small min-h-11 justify-self-start"
        >
          {isBuy ? m.vault_limit_buy_now() : m.vault_limit_sell_now()}
        </Link>
      )}
    </>
  )
}
