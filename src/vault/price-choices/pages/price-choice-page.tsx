/** /user/trade/price: a trade that was made at a wrong price is undone, or stands at the right one. */
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError, dataOf, get } from '../../../ui/api-client.ts'
import { askPin } from '../../../ui/ask-pin.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/fields.tsx'
import { Moment, money } from '../../../ui/figures.tsx'
import { formatGrams, sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { minorOf } from '../../../ui/price.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useAttempt } from '../../../ui/use-attempt.ts'
import { type Refused, useWhyNot } from '../../pages/leave-words.ts'
import { vaultPlaces } from '../../pages/trade-places.ts'
import { isNothing } from '../../pages/typed-amount-rules.ts'
import type { PriceChoicesView } from '../choice-contract.ts'
import type { TradeChoice } from '../choice-rules.ts'
import type { Route } from './+types/price-choice-page'

export { PageTrouble as ErrorBoundary } from '../../../ui/page-trouble.tsx'

type Choice = PriceChoicesView['choices'][number]

/** The trade that the address names, or the first that waits. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { choices } = await dataOf(get<PriceChoicesView>('/trade/price_choices'))
  const named = new URL(request.url).searchParams.get('trade')
  return { choice: choices.find(({ trade_id }) => trade_id === named) ?? choices[0] ?? null }
}

export default function PriceChoicePage({ loaderData: { choice } }: Route.ComponentProps) {
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.vault_price_title()}</PageTitle>
      <h1 className="h1">{m.vault_price_title()}</h1>
      {choice ? <Choose key={choice.trade_id} choice={choice} /> : <Nothing />}
    </div>
  )
}

const Nothing = () => (
  <div className="mt-8">
    <EmptyState
      text={sentences([`${m.vault_price_none()}.`, m.vault_price_none_text()], language())}
      action={<ButtonLink to={vaultPlaces.record}>{m.vault_record_title()}</ButtonLink>}
    />
  </div>
)

function Choose({ choice }: { choice: Choice }) {
  const [way, setWay] = useState<TradeChoice>('undo')
  const { busy, refused, confirm } = useChoice(choice)
  const whyNot = useWhyNot()
  const cards = [
    { value: 'undo', ...undoWords(choice) },
    { value: 'correct', ...correctWords(choice) },
  ]
  const chosen = cards.find(({ value }) => value === way)
  return (
    <>
      <p className="mt-3 text-ink-2">{m.vault_price_lead({ number: choice.number })}</p>
      <Figures choice={choice} />
      <div className="mt-8 grid gap-6">
        <RadioCards
          legend={m.vault_price_ways()}
          name="way"
          value={way}
          onChange={(next) => setWay(next as TradeChoice)}
          cards={cards}
        />
        <p className="small text-ink-2">
          {m.vault_price_until()} <Moment at={choice.choose_until} />. {heldWords(choice)}
        </p>
        {refused && <ErrorState title={whyNot(refused)} text={m.vault_deposit_not_moved()} />}
        <Button size="l" className="w-full" busy={busy} onClick={() => void confirm(way, chosen?.text ?? '')}>
          {chosen?.title}
        </Button>
      </div>
    </>
  )
}

const gramsOf = ({ weight }: Choice) => formatGrams(weight, language())
const moneyOf = ({ currency }: Choice, amount: string) => money({ amount, currency })

function Figures({ choice }: { choice: Choice }) {
  const { side, amount, right_amount, right_price, made_at } = choice
  return (
    <dl className="kv mt-6 bg-tile p-5">
      <dt>{m.vault_price_made()}</dt>
      <dd>
        <Moment at={made_at} />
      </dd>
      <dt>{m.vault_price_gold()}</dt>
      <dd>{gramsOf(choice)}</dd>
      <dt>{side === 'buy' ? m.vault_price_paid() : m.vault_price_got()}</dt>
      <dd>{moneyOf(choice, amount)}</dd>
      <dt>{m.vault_price_right()}</dt>
      <dd className="font-semibold">{moneyOf(choice, right_amount)}</dd>
      <dt>{m.vault_price_right_gram()}</dt>
      <dd>{moneyOf(choice, right_price)}</dd>
    </dl>
  )
}

function undoWords(choice: Choice): { title: string; text: string } {
  const said = { number: choice.number, grams: gramsOf(choice), amount: moneyOf(choice, choice.amount) }
  return choice.side === 'buy'
    ? { title: m.vault_price_undo_buy(), text: m.vault_price_undo_buy_text(said) }
    : { title: m.vault_price_undo_sell(), text: m.vault_price_undo_sell_text(said) }
}

/** What it takes is said before anything is asked; what is not there cannot be chosen. */
function correctWords(choice: Choice): { title: string; text: string; disabled?: boolean } {
  const { number, due, back, cash, currency, cash_balance } = choice
  const title = m.vault_price_correct()
  if (isNothing(due)) {
    const said = { number, difference: moneyOf(choice, back) }
    return { title, text: cash_balance === 'off' ? m.vault_price_correct_owed(said) : m.vault_price_correct_get(said) }
  }
  const difference = moneyOf(choice, due)
  if (minorOf(cash, currency) >= minorOf(due, currency))
    return { title, text: m.vault_price_correct_pay({ number, difference }) }
  const why =
    cash_balance === 'off'
      ? m.vault_price_no_cash({ difference })
      : m.vault_price_short({ has: moneyOf(choice, cash), difference })
  return { title, text: why, disabled: true }
}

const heldWords = (choice: Choice) =>
  choice.side === 'buy'
    ? m.vault_price_held_gold({ grams: gramsOf(choice) })
    : m.vault_price_held_cash({ amount: moneyOf(choice, choice.amount) })

function useChoice({ trade_id }: Choice) {
  const send = useAttempt()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)

  async function confirm(way: TradeChoice, sentence: string) {
    setBusy(true)
    setRefused(null)
    try {
      const answer = await askPin({
        ...{ title: m.vault_pin_title(), lines: [], text: sentence },
        ...{ action: way === 'undo' ? m.vault_price_undo_action() : m.vault_price_correct() },
        toldBehind: true,
        submit: (pin) => send('/trade/price_choice', { trade_id, way, pin }, { beside: true }),
      })
      if (answer?.status === 'success') {
        toastDone(way === 'undo' ? m.vault_price_undone() : m.vault_price_repriced())
        // The next one that waits, or that none does, from the top of the page.
        await navigate(vaultPlaces.price, { replace: true })
      } else if (answer) setRefused(answer)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefused(failure)
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return { busy, refused, confirm }
}
