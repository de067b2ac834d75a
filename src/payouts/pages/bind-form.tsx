/** The form of a new payout account: the same rules as the server's, said beside the field before the PIN is asked for. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { accountName } from '../account-name-rules.ts'
import type { DestinationsView, DestinationView } from '../contract.ts'
import { findProvider, isSamePerson, type PayoutKind, type Provider, readAccountNumber } from '../payout-rules.ts'
import { ProviderField } from './provider-field.tsx'

type Props = { kind: PayoutKind; known: DestinationsView; verifiedName: string; onBound: () => Promise<void> }

const words = {
  bank: { label: m.payouts_bank, choose: m.payouts_bank_choose, add: m.payouts_bank_add, call: '/user/bindBankCard' },
  wallet: {
    label: m.payouts_wallet,
    choose: m.payouts_wallet_choose,
    add: m.payouts_wallet_add,
    call: '/user/bindAlipay',
  },
} as const

export function BindForm(props: Props) {
  const { kind, known, verifiedName } = props
  const { form, busy, provider, bind } = useBinding(props)
  const { label, add } = words[kind]
  const field = numberField(kind, provider)
  return (
    <Form form={form} onSubmit={bind} className="mt-6 grid gap-6">
      <ProviderField
        label={label()}
        providers={kind === 'bank' ? known.banks : known.wallets}
        value={form.values.provider}
        error={form.error('provider')}
        onChange={(code) => form.set('provider', code)}
        onLeave={() => form.values.provider && form.leave('provider')}
      />
      <TextField
        label={field.label}
        help={form.error('number') ? undefined : field.help}
        inputMode={field.mode}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        {...form.text('number')}
      />
      <TextField
        label={m.payouts_holder()}
        help={m.payouts_holder_help({ name: verifiedName })}
        autoComplete="name"
        spellCheck={false}
        maxLength={100}
        {...form.text('holder')}
      />
      {!form.error('holder') && <NameMatch same={isSamePerson(form.values.holder, verifiedName)} />}
      {known.destinations.length > 0 && (
        <Checkbox
          label={m.payouts_make_default_too()}
          checked={form.values.is_default}
          onChange={(event) => form.set('is_default', event.currentTarget.checked)}
        />
      )}
      <p className="flex gap-3 rounded-control bg-tile p-4 text-[15px]">
        <Icon name="clock" className="mt-0.5 flex-none text-ink-2" />
        <span className="min-w-0">{m.payouts_what_follows({ hours: known.cooling_hours })}</span>
      </p>
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {add()}
      </Button>
    </Form>
  )
}

/** Said before anything is sent, so that nobody is refused after the PIN. */
const NameMatch = ({ same }: { same: boolean }) => (
  <p role="status" className={`small -mt-4 flex items-center gap-2 ${same ? 'text-up' : 'text-warn'}`}>
    <Icon name={same ? 'check-circle' : 'warning-circle'} className="flex-none" />
    {same ? m.payouts_name_same() : m.payouts_name_differs()}
  </p>
)

function numberField(kind: PayoutKind, provider: Provider | undefined) {
  if (provider?.form === 'account') return { label: m.payouts_account(), help: undefined, mode: 'email' } as const
  if (kind === 'wallet') return { label: m.payouts_mobile(), help: m.payouts_mobile_help(), mode: 'tel' } as const
  return { label: m.payouts_number(), help: provider && digitsOf(provider), mode: 'numeric' } as const
}

function digitsOf({ name, digits: [least, most] }: Provider): string {
  return least === most ? m.payouts_digits({ name, digits: least }) : m.payouts_digits_between({ name, least, most })
}

function numberFault(provider: Provider | undefined, number: string): string | undefined {
  if (!provider) return number.trim() ? undefined : m.payouts_number_missing()
  if (readAccountNumber(provider, number)) return undefined
  if (provider.form === 'account') return m.payouts_account_error()
  return provider.form === 'mobile' ? m.payouts_mobile_error() : digitsOf(provider)
}

function useBinding({ kind, known, verifiedName, onBound }: Props) {
  const { store } = useShell()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const { choose, call, add } = words[kind]
  const form = useForm(
    { provider: '', number: '', holder: verifiedName, is_default: false as boolean },
    {
      provider: (code) => (code ? undefined : choose()),
      number: (number, all) => numberFault(findProvider(store.code, kind, all.provider), number),
      holder: (holder) => (isSamePerson(holder, verifiedName) ? undefined : m.payouts_holder_error()),
    },
  )
  const provider = findProvider(store.code, kind, form.values.provider)

  async function bind() {
    if (!form.check() || !provider) return
    const { provider: code, ...account } = form.values
    setBusy(true)
    try {
      const bound = await askPin<DestinationView>({
        title: add(),
        lines: [
          [words[kind].label(), provider.name],
          [numberField(kind, provider).label, account.number.trim()],
          [m.payouts_holder(), account.holder.trim()],
        ],
        text: m.payouts_what_follows({ hours: known.cooling_hours }),
        action: m.payouts_add_named({ name: provider.name }),
        submit: (pin) => dataOf(send(call, { [kind]: code, ...account, pin }, { beside: true })),
      })
      if (!bound) return
      toastDone(m.payouts_added({ account: accountName(bound) }))
      await onBound()
    } catch (failure) {
      sayWhy(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayWhy(failure: unknown) {
    if (!(failure instanceof ApiError)) return
    const said = failure.fields[kind]
    if (said) form.refuse('provider', choose())
    else if (failure.error === 'payout_name_differs') form.refuse('holder', failure.message)
    else if (failure.error === 'payout_bound') form.refuse('number', failure.message)
    else form.takeErrors(failure)
  }

  return { form, busy, provider, bind }
}
