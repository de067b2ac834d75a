/** /user/trade/deposit: money into the cash balance, from the amount to the bank's page. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { choiceAfter, type MethodChoice } from '../../payments/method-rules.ts'
import { ChooseMethod, NoWay, type Offered as OfferedMethod } from '../../payments/pages/method-choice.tsx'
import { safePayAddress } from '../../payments/pages/pay-address.ts'
import { ApiError, dataOf, get } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { BigMoney, money } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { sentences } from '../../ui/format.ts'
import { keptForm } from '../../ui/kept-form.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { DepositTermsView } from '../deposit-contract.ts'
import type { Route } from './+types/deposit-page'
import { depositPlace, useOpenDeposit } from './deposit-calls.ts'
import { readAmount } from './typed-amount-rules.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const here = '/user/trade/deposit'
const kept = keptForm<{ amount: string; chosen: MethodChoice }>('deposit')

export const clientLoader = () => dataOf(get<DepositTermsView>('/trade/deposit_terms'))

export default function DepositPage({ loaderData: { currency, terms } }: Route.ComponentProps) {
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.vault_deposit_title()}</PageTitle>
      <h1 className="h1">{m.vault_deposit_title()}</h1>
      {terms === null ? <NoBalance /> : <Offer currency={currency} terms={terms} />}
    </div>
  )
}

const NoBalance = () => (
  <div className="mt-8">
    <EmptyState
      text={m.vault_deposit_none()}
      action={<ButtonLink to="/product/product">{m.vault_deposit_to_shop()}</ButtonLink>}
    />
  </div>
)

type Offered = { currency: string; terms: NonNullable<DepositTermsView['terms']> }

function Offer(offered: Offered) {
  const { currency, terms } = offered
  const first = choiceAfter(null, offersFor(terms.methods, null))
  return (
    <>
      <p className="mt-3 text-ink-2">{m.vault_deposit_lead()}</p>
      <section className="mt-6 bg-tile p-5">
        <p className="small text-ink-2">{m.vault_deposit_cash()}</p>
        <p className="mt-1">
          <BigMoney amount={terms.cash} currency={currency} size="fig-l" />
        </p>
      </section>
      <div className="mt-8">
        {!terms.may_hold_gold ? <Verify /> : first ? <AmountForm {...offered} first={first} /> : <NoWay />}
      </div>
    </>
  )
}

const verifyPlace = `/user/kyc/kyc?${new URLSearchParams({ return: here })}`

const Verify = () => (
  <ErrorState
    title={m.vault_deposit_verify()}
    text={m.vault_deposit_verify_text()}
    action={<ButtonLink to={verifyPlace}>{m.vault_deposit_verify_action()}</ButtonLink>}
  />
)

function AmountForm(offered: Offered & { first: MethodChoice }) {
  const { currency, terms } = offered
  const { form, busy, refused, pay, units, chosen, setChosen, waits } = useDeposit(offered)
  const inMoney = (amount: string) => money({ amount, currency })
  const range = m.vault_deposit_range({ least: inMoney(terms.least), most: inMoney(terms.most) })
  const left = terms.left_today === null ? '' : m.vault_deposit_left({ left: inMoney(terms.left_today) })
  const amount = units === null ? null : inMoney(units)
  return (
    <Form form={form} onSubmit={pay} className="grid gap-6">
      <fieldset>
        <legend className="sr-only">{m.vault_deposit_presets()}</legend>
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {terms.presets.map((preset) => (
            <Button
              key={preset}
              kind="ghost"
              aria-pressed={units === preset}
              className="aria-pressed:border-ink aria-pressed:font-semibold"
              onClick={() => form.set('amount', preset)}
            >
              {inMoney(preset)}
            </Button>
          ))}
        </div>
      </fieldset>
      <TextField
        label={m.vault_deposit_amount()}
        help={sentences([range, left].filter(Boolean), language())}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...form.text('amount')}
      />
      {terms.methods.length > 1 && (
        <ChooseMethod
          offers={offersFor(terms.methods, units)}
          currency={currency}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {refused && <Refused refused={refused} />}
      {amount && (
        <p className="small text-ink-2">
          {chosen.method === 'card'
            ? m.vault_deposit_sentence({ amount })
            : m.vault_deposit_sentence_transfer({ amount })}
        </p>
      )}
      <Button type="submit" size="l" busy={busy} disabled={waits} className="w-full">
        {amount ? m.vault_deposit_pay({ amount }) : m.vault_deposit_pay_none()}
      </Button>
    </Form>
  )
}

/** How an amount may be paid; without one everything is open. In whole units, as balances are kept in a currency without smaller ones. */
const offersFor = (methods: Offered['terms']['methods'], units: string | null): OfferedMethod[] =>
  methods.map(({ method, banks, least, most }) => ({
    ...{ method, banks, least, most },
    refused:
      units !== null && least !== null && BigInt(units) < BigInt(least)
        ? 'too_little'
        : units !== null && most !== null && BigInt(units) > BigInt(most)
          ? 'too_much'
          : null,
  }))

/** A level that is too low leads to the next one; anything else is said in the shop's words. */
const Refused = ({ refused }: { refused: ApiError }) =>
  refused.error === 'verification_required' ? (
    <ErrorState
      title={m.vault_deposit_verify_more()}
      text={m.vault_deposit_verify_more_text()}
      action={<ButtonLink to={verifyPlace}>{m.vault_deposit_verify_action()}</ButtonLink>}
    />
  ) : (
    <ErrorState title={refused.message} text={m.vault_deposit_not_moved()} />
  )

function useDeposit({ currency, terms, first }: Offered & { first: MethodChoice }) {
  const navigate = useNavigate()
  const open = useOpenDeposit()
  const [before] = useState(kept.read)
  const isThere = terms.methods.some(({ method }) => method === before?.chosen.method)
  const [chosen, setChosen] = useState(isThere && before ? before.chosen : first)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const inMoney = (amount: string) => money({ amount, currency })
  const between = m.vault_deposit_error_amount({ least: inMoney(terms.least), most: inMoney(terms.most) })
  const fits = (units: string | null) =>
    units !== null && BigInt(units) >= BigInt(terms.least) && BigInt(units) <= BigInt(terms.most)
  const form = useForm(
    { amount: before?.amount ?? '' },
    { amount: (text) => (fits(readAmount(text, 0)) ? undefined : between) },
  )
  const typed = readAmount(form.values.amount, 0)

  async function pay() {
    if (!form.check() || typed === null) return
    setBusy(true)
    setRefused(null)
    kept.keep({ amount: form.values.amount, chosen })
    try {
      const deposit = await open(typed, chosen)
      kept.forget()
      const address = safePayAddress(deposit.payment.pay_url)
      if (address && chosen.method === 'card') return location.assign(address)
      await navigate(depositPlace(deposit))
    } catch (failure) {
      if (!form.takeErrors(failure) && failure instanceof ApiError) setRefused(failure)
    }
    setBusy(false)
  }

  // A transfer waits for its bank.
  const waits = chosen.method === 'va' && chosen.bank === null
  return { form, busy, refused, pay, units: fits(typed) ? typed : null, chosen, setChosen, waits }
}
