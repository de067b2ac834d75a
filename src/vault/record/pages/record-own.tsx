/** The member's property, their claim, and what is not finished, side by side: three different things. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { parseDecimal, perGram, weight } from '../../../money/money.ts'
import { buybackOf } from '../../../pricing/price-rules.ts'
import { BigMoney, Grams, Moment, Money, money } from '../../../ui/figures.tsx'
import { formatDecimal, formatGrams } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { language } from '../../../ui/language.ts'
import { minorOf, wireMoney } from '../../../ui/price.ts'
import { isNothing } from '../../pages/typed-amount-rules.ts'
import { useStorePrice } from '../../pages/use-store-price.ts'
import type { PendingView, StandingView } from '../record-contract.ts'
import { addAmounts, signed } from './amounts.ts'

export function Own({ standing }: { standing: StandingView }) {
  const { gold, money: owed, currency, pending } = standing
  const units = (amount: string) => minorOf(amount, currency)
  const [grams, cash] = [addAmounts(gold.available, gold.held), addAmounts(owed.available, owed.held)]
  return (
    <div className="mt-7 grid border-y border-line lg:grid-cols-[1.15fr_1fr_1fr]">
      <Part icon="vault" title={m.vault_record_yours()}>
        <p className="fig-l mt-1">
          {formatDecimal(grams, language(), { places: 4 })}
          <span className="ml-[0.2em] text-[0.5em] tracking-normal text-ink-2">g</span>
        </p>
        <Worth grams={grams} currency={currency} />
        <Row name={m.vault_record_available()}>
          <Grams weight={gold.available} />
        </Row>
        <Row name={m.vault_record_held()}>
          <Grams weight={gold.held} />
        </Row>
      </Part>
      <Part icon="wallet" title={m.vault_record_owed()}>
        <p className="mt-1">
          <BigMoney amount={cash} currency={currency} size="fig-l" />
        </p>
        <p className="small mb-3 text-ink-2">{m.vault_record_owed_text()}</p>
        <Row name={m.vault_record_ready()}>
          <Money amount={wireMoney(units(owed.available) - units(owed.stays), currency)} currency={currency} />
        </Row>
        {!isNothing(owed.stays) && (
          <Row name={m.vault_record_stays()}>
            <Money amount={owed.stays} currency={currency} />
          </Row>
        )}
        <Row name={m.vault_record_held()}>
          <Money amount={owed.held} currency={currency} />
        </Row>
      </Part>
      <Part icon="hourglass" title={m.vault_record_pending()}>
        {pending.length === 0 ? (
          <p className="small mt-2 text-ink-2">{m.vault_record_pending_none()}</p>
        ) : (
          <ul className="mt-3 grid gap-3.5">
            {pending.map((one) => (
              <Pending key={one.number} one={one} currency={currency} />
            ))}
          </ul>
        )}
      </Part>
    </div>
  )
}

const Part = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => (
  <section className="min-w-0 border-line py-6 not-first:border-t lg:not-first:border-t-0 lg:not-first:border-l lg:not-first:pl-6 lg:not-last:pr-6">
    <h2 className="h3 flex items-center gap-2">
      <Icon name={icon} />
      {title}
    </h2>
    {children}
  </section>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <p className="small flex justify-between gap-4 py-1.5">
    <span className="text-ink-2">{name}</span>
    <span className="font-semibold">{children}</span>
  </p>
)

function Worth({ grams, currency }: { grams: string; currency: string }) {
  const price = useStorePrice(currency)
  const bid = price && perGram(minorOf(price.bid, currency))
  const worth = bid && wireMoney(buybackOf(weight(parseDecimal(grams, 4) ?? 0n), bid), currency)
  return (
    <p className="small mb-3 text-ink-2">
      {worth ? m.vault_record_yours_worth({ amount: money({ amount: worth, currency }) }) : m.vault_record_yours_text()}
    </p>
  )
}

const names = {
  withdrawal: m.vault_record_pending_withdrawal,
  sent: m.vault_record_pending_sent,
  incoming: m.vault_record_pending_incoming,
  deposit: m.vault_record_pending_deposit,
  wrong_price: m.vault_record_pending_wrong_price,
} as const

function Pending({ one, currency }: { one: PendingView; currency: string }) {
  const amount = isNothing(one.gold)
    ? signed(one.money, (text) => money({ amount: text, currency }))
    : signed(one.gold, (text) => formatGrams(text, language()))
  return (
    <li>
      <p className="small flex justify-between gap-4">
        <span className="min-w-0 font-semibold break-words">{names[one.kind]({ other: one.other ?? one.number })}</span>
        <span className="font-semibold whitespace-nowrap">{amount}</span>
      </p>
      <p className="fine text-ink-2">
        {one.until && (
          <>
            {m.vault_record_pending_until()} <Moment at={one.until} />
            {' · '}
          </>
        )}
        {one.in_balance ? m.vault_record_pending_in() : m.vault_record_pending_out()}
      </p>
    </li>
  )
}
