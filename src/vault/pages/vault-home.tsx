/** A member's gold at the top of their home: how much, what it is worth at this moment, what it cost, and what can be done. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { isCurrency, minor, moneyText, parseDecimal, perGram, weight } from '../../money/money.ts'
import { buybackOf } from '../../pricing/price-rules.ts'
import { settings } from '../../settings.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { momentOf } from '../../ui/clock.ts'
import { Change, Moved, money } from '../../ui/figures.tsx'
import { formatDecimal, formatGrams, formatMoment, formatSignedMoney } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { type LivePrice, minorOf, shareBps, wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { HoldingView } from '../contract.ts'
import { unrealisedAt } from '../holding-rules.ts'
import { vaultPlaces } from './trade-places.ts'
import { isNothing } from './typed-amount-rules.ts'
import { useStorePrice } from './use-store-price.ts'

export function VaultHome({ holding }: { holding: HoldingView }) {
  return (
    <>
      {holding.is_paused && (
        <p className="panel mb-4 p-4" role="note">
          {m.vault_is_paused()}
        </p>
      )}
      {holding.stays && <Staying stays={holding.stays} currency={holding.currency} />}
      {holding.price_choices.map((choice) => (
        <PriceNote key={choice.trade_id} choice={choice} />
      ))}
      <Gold holding={holding} />
    </>
  )
}

/** What may not leave yet, and until when. */
function Staying({
  stays: { gold, cash, clears_at, is_disputed },
  currency,
}: {
  stays: NonNullable<HoldingView['stays']>
  currency: string
}) {
  const { store } = useShell()
  const parts = [
    ...(isNothing(gold) ? [] : [formatGrams(gold, language())]),
    ...(isNothing(cash) ? [] : [money({ amount: cash, currency })]),
  ]
  const what = new Intl.ListFormat(language()).format(parts)
  return (
    <p className="panel mb-4 p-4" role="note">
      {is_disputed || clears_at === null
        ? m.vault_stays_disputed({ what })
        : m.vault_stays({ what, day: formatMoment(momentOf(clears_at), store.time_zone, language()) })}
    </p>
  )
}

/** A trade that was made at a wrong price waits for the member. */
const PriceNote = ({ choice: { trade_id, number, side } }: { choice: HoldingView['price_choices'][number] }) => (
  <div className="panel mb-4 flex flex-wrap items-center justify-between gap-3 p-4" role="note">
    <p>{side === 'buy' ? m.vault_price_note_buy({ number }) : m.vault_price_note_sell({ number })}</p>
    <ButtonLink size="s" to={`${vaultPlaces.price}?trade=${trade_id}`}>
      {m.vault_price_see()}
    </ButtonLink>
  </div>
)

function Gold({ holding }: { holding: HoldingView }) {
  const { features } = useShell().store
  if (isNothing(holding.gold)) return <Begin holding={holding} />
  return (
    <section className="panel p-5 md:p-8" aria-labelledby="vault">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_minmax(240px,300px)] lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)] md:items-end md:gap-10">
        <div>
          <h2 className="small text-ink-2" id="vault">
            {m.vault_title()}
          </h2>
          <p className="fig-xl mt-1">
            {formatDecimal(holding.gold, language(), { places: 4 })}
            <span className="ml-[0.2em] text-[0.5em] tracking-normal text-ink-2">g</span>
          </p>
          <Worth holding={holding} />
        </div>
        <Facts holding={holding} />
      </div>
      <div className="mt-6 grid grid-cols-2 gap-2 md:max-w-[640px] md:grid-cols-4">
        {features.gold_accounts && (
          <Action to={vaultPlaces.purchase} icon="plus" first>
            {m.vault_buy()}
          </Action>
        )}
        <Action to={vaultPlaces.cashingIn} icon="arrow-line-down">
          {m.vault_sell()}
        </Action>
        {features.gold_accounts && features.transfers && (
          <Action to={vaultPlaces.transfer} icon="paper-plane-tilt">
            {m.vault_send()}
          </Action>
        )}
        <Action to={vaultPlaces.redeem} icon="package">
          {m.vault_redeem()}
        </Action>
      </div>
    </section>
  )
}

function Worth({ holding: { gold, basis, currency } }: { holding: HoldingView }) {
  const price = useStorePrice(currency)
  if (!price) return null
  const bid = perGram(minorOf(price.bid, currency))
  const worth = wireMoney(buybackOf(weight(parseDecimal(gold, 4) ?? 0n), bid), currency)
  return (
    <>
      <p className="mt-3 text-[17px]">
        <Moved amount={worth} currency={currency}>
          {m.vault_worth({ amount: money({ amount: worth, currency }) })}
        </Moved>
      </p>
      {!isNothing(basis.weight) && <Result basis={basis} price={price} currency={currency} />}
    </>
  )
}

function Result({ basis, price, currency }: Pick<HoldingView, 'basis' | 'currency'> & { price: LivePrice }) {
  const cost = minorOf(basis.cost, currency)
  const amount = unrealisedAt(
    { weight: parseDecimal(basis.weight, 4) ?? 0n, cost },
    perGram(minorOf(price.bid, currency)),
  )
  const way = amount > 0n ? 'up' : amount < 0n ? 'down' : 'flat'
  return (
    <p className="small mt-1 text-ink-2">
      <Change change={{ amount, bps: shareBps(amount, cost), way }} currency={currency} /> {m.vault_against_cost()}
    </p>
  )
}

function Facts({ holding }: { holding: HoldingView }) {
  const { cash, cash_held, gold_held, basis, realised, currency } = holding
  const held = [
    ...(isNothing(gold_held) ? [] : [formatGrams(gold_held, language())]),
    ...(isNothing(cash_held) ? [] : [money({ amount: cash_held, currency })]),
  ]
  const average = basis.average_cost
  const keepsCash = holding.cash_balance === 'closed'
  return (
    <div>
      <dl className="kv small">
        {keepsCash && (
          <>
            <dt>{m.vault_cash()}</dt>
            <dd>
              {money({ amount: cash, currency })}
              {!isNothing(cash) && <ToWithdraw name={m.vault_withdraw_title()} />}
            </dd>
          </>
        )}
        {held.length > 0 && (
          <>
            <dt>{m.vault_held()}</dt>
            <dd>
              {held.join(' · ')}
              {!keepsCash && !isNothing(cash_held) && <ToWithdraw name={m.vault_owed_see()} />}
            </dd>
          </>
        )}
        {average !== null && (
          <>
            <dt>{m.vault_average()}</dt>
            <dd>{m.vault_average_value({ price: money({ amount: average, currency }) })}</dd>
          </>
        )}
        {!isNothing(realised) && (
          <>
            <dt>{m.vault_realised()}</dt>
            <dd>{formatSignedMoney(realised, currency, language())}</dd>
          </>
        )}
      </dl>
      {average !== null && <p className="fine mt-3 text-ink-2">{m.vault_average_note()}</p>}
    </div>
  )
}

const ToWithdraw = ({ name }: { name: string }) => (
  <Link to={vaultPlaces.withdraw} className="link ml-3">
    {name}
  </Link>
)

type ActionProps = { to: string; icon: IconName; first?: boolean; children: ReactNode }

const Action = ({ to, icon, first = false, children }: ActionProps) => (
  <Link to={to} className="btn h-auto flex-col gap-1.5 py-3.5" data-kind={first ? 'primary' : 'ghost'}>
    <Icon name={icon} size="l" />
    {children}
  </Link>
)

/** For whoever has no gold: how to begin, and what is there all the same. */
function Begin({ holding }: { holding: HoldingView }) {
  const { currency, cash, realised } = holding
  const { features } = useShell().store
  const least = isCurrency(currency) ? moneyText(minor(settings.trade.least[currency]), currency) : '0'
  const something = !isNothing(cash) || !isNothing(holding.cash_held) || !isNothing(realised)
  const facts = (
    <div className="max-w-[320px]">
      <Facts holding={holding} />
    </div>
  )
  if (!features.gold_accounts) return something && <section className="panel p-5 md:p-8">{facts}</section>
  return (
    <section className="panel grid gap-5 p-5 md:p-8" aria-labelledby="vault">
      <div>
        <h2 className="h2" id="vault">
          {m.vault_begin({ least: money({ amount: least, currency }) })}
        </h2>
        <p className="mt-2 max-w-[60ch] text-ink-2">{m.vault_begin_text()}</p>
      </div>
      {something && facts}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={vaultPlaces.purchase}>
          <Icon name="plus" />
          {m.vault_buy()}
        </ButtonLink>
        {isNothing(cash) && holding.cash_balance === 'closed' && (
          <ButtonLink kind="ghost" to={vaultPlaces.deposit}>
            {m.vault_deposit_title()}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
