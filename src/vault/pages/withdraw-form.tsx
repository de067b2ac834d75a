/** What is withdrawn and where to: the sentence before the PIN says exactly what will happen. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { exponentOf, isCurrency } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import type { DestinationView } from '../../payouts/contract.ts'
import { ApiError } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards, TextField } from '../../ui/fields.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDecimal, sentences } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { keptForm } from '../../ui/kept-form.ts'
import { language } from '../../ui/language.ts'
import { minorOf } from '../../ui/price.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { WithdrawalsView, WithdrawalView } from '../payouts/payout-contract.ts'
import { type Refused, useWhyNot } from './leave-words.ts'
import { isNothing, readAmount } from './typed-amount-rules.ts'

type Props = {
  currency: string
  terms: NonNullable<WithdrawalsView['terms']>
  accounts: DestinationView[]
  onDone: () => void
  /** What is there, or what may be withdrawn, is not what it was. */
  onChanged: () => Promise<void>
}

const kept = keptForm<{ amount: string; account: string | null }>('withdraw')

export function WithdrawForm(props: Props) {
  const { currency, terms, accounts } = props
  const { form, busy, refused, withdraw, amount, chosen, setChosen } = useWithdrawal(props)
  const whyNot = useWhyNot()
  const inMoney = (text: string) => money({ amount: text, currency })
  const help = [
    m.vault_withdraw_least({ least: inMoney(terms.least) }),
    m.vault_withdraw_left({ left: inMoney(terms.left_today) }),
  ]
  return (
    <Form form={form} onSubmit={withdraw} className="grid gap-6">
      <TextField
        label={m.vault_deposit_amount()}
        help={sentences(help, language())}
        inputMode={places(currency) === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        {...form.text('amount')}
      />
      {!isNothing(terms.cash) && (
        <button
          type="button"
          className="chip -mt-3 justify-self-start"
          onClick={() => form.set('amount', formatDecimal(terms.cash, language(), { keepZeros: false }))}
        >
          {m.vault_all_cash()}
        </button>
      )}
      <RadioCards
        legend={m.vault_pay_to()}
        name="account"
        value={chosen?.id ?? ''}
        onChange={setChosen}
        cards={accounts.map((account) => ({
          value: account.id,
          title: accountName(account),
          text: account.usable_from ? <WaitsUntil at={account.usable_from} /> : account.holder,
          disabled: account.usable_from !== null,
          end: <Icon name={account.kind === 'bank' ? 'bank' : 'wallet'} size="l" />,
        }))}
      />
      <Link to="/user/bindBankCard" className="link small -mt-3 min-h-11 justify-self-start">
        {m.vault_withdraw_add_account()}
      </Link>
      {refused && <ErrorState title={whyNot(refused)} text={m.vault_deposit_not_moved()} />}
      {amount && chosen && (
        <p className="small text-ink-2">
          {m.vault_withdraw_sentence({ amount: inMoney(amount), account: accountName(chosen) })}
        </p>
      )}
      <Button type="submit" size="l" busy={busy} disabled={!chosen} className="w-full">
        {amount ? m.vault_withdraw_pay({ amount: inMoney(amount) }) : m.vault_withdraw_title()}
      </Button>
    </Form>
  )
}

const places = (currency: string) => (isCurrency(currency) ? exponentOf(currency) : 0)

const WaitsUntil = ({ at }: { at: string }) => (
  <>
    {m.vault_withdraw_usable_from()} <Moment at={at} />
  </>
)

function useWithdrawal({ currency, terms, accounts, onDone, onChanged }: Props) {
  const send = useAttempt()
  const [before] = useState(kept.read)
  const usable = accounts.filter(({ usable_from }) => usable_from === null)
  const [id, setChosen] = useState(before?.account ?? null)
  const chosen = usable.find((one) => one.id === id) ?? usable[0] ?? null
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useForm({ amount: before?.amount ?? '' }, { amount: (typed) => wrongAmount(typed, { currency, terms }) })
  const typed = readAmount(form.values.amount, places(currency))
  const amount = typed !== null && !wrongAmount(form.values.amount, { currency, terms }) ? typed : null

  async function withdraw() {
    if (!form.check() || typed === null || chosen === null) return
    setBusy(true)
    setRefused(null)
    kept.keep({ amount: form.values.amount, account: chosen.id })
    const words = { amount: money({ amount: typed, currency }), account: accountName(chosen) }
    const body = { amount: typed, destination_id: chosen.id }
    try {
      const answer = await askPin({
        title: m.vault_pin_title(),
        lines: [],
        text: m.vault_withdraw_sentence(words),
        action: m.vault_withdraw_pay(words),
        toldBehind: true,
        submit: (pin) => send<WithdrawalView>('/trade/withdraw', { ...body, pin }, { beside: true }),
      })
      if (answer?.status === 'success') {
        kept.forget()
        toastDone(m.vault_withdraw_done({ number: answer.data.number }))
        onDone()
      } else if (answer) setRefused(answer)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure)
      await onChanged().catch(() => {})
    } finally {
      setBusy(false)
    }
  }

  return { form, busy, refused, withdraw, amount, chosen, setChosen }
}

function wrongAmount(typed: string, { currency, terms }: Pick<Props, 'currency' | 'terms'>): string | undefined {
  const wire = readAmount(typed, places(currency))
  if (wire === null || isNothing(wire)) return m.vault_enter_money({ example: formatDecimal('1000000', language()) })
  const [units, least, left, cash] = [wire, terms.least, terms.left_today, terms.cash].map((text) =>
    minorOf(text, currency),
  ) as [bigint, bigint, bigint, bigint]
  const inMoney = (amount: string) => money({ amount, currency })
  if (units < least) return m.vault_withdraw_too_little({ least: inMoney(terms.least) })
  if (units > cash) return m.vault_withdraw_too_much({ has: inMoney(terms.cash) })
  return units > left ? m.vault_withdraw_over_day({ left: inMoney(terms.left_today) }) : undefined
}
