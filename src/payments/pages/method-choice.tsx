/** The ways to pay an amount, and for a transfer the bank; what does not fit is there with its reason. */
import * as m from '../../locale/paraglide/messages.js'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import type { Bank, Method, MethodChoice, MethodRefusal } from '../method-rules.ts'

export type Offered = {
  method: Method
  banks: Bank[]
  least: string | null
  most: string | null
  refused: MethodRefusal | null
}
const words: Record<Method, { name: () => string; text: () => string; icon: IconName }> = {
  card: { name: m.payments_card, text: m.payments_card_text, icon: 'credit-card' },
  va: { name: m.payments_va, text: m.payments_va_text, icon: 'bank' },
  qris: { name: m.payments_qris, text: m.payments_qris_text, icon: 'qr-code' },
  bank_transfer: { name: m.payments_own, text: m.payments_own_text, icon: 'bank' },
}
const others: Record<Exclude<MethodRefusal, 'too_much' | 'too_little'>, () => string> = {
  day_taken: m.payments_day_taken,
  too_slow: m.payments_too_slow,
  cap_reached: m.payments_cap_reached,
  time_over: m.payments_time_over,
}
export const bankNames: Record<Bank, string> = { bca: 'BCA', bni: 'BNI', bri: 'BRI', mandiri: 'Mandiri' }

type Props = { offers: Offered[]; currency: string; chosen: MethodChoice; onChoose: (chosen: MethodChoice) => void }

export const ChooseMethod = ({ offers, currency, chosen, onChoose }: Props) => (
  <div className="grid gap-5">
    <RadioCards
      legend={m.payments_method()}
      name="method"
      value={chosen.method}
      onChange={(method) => onChoose({ method: method as Method, bank: null })}
      cards={methodCards(offers, currency)}
    />
    <ChooseBank offers={offers} chosen={chosen} onChoose={onChoose} />
  </div>
)

/** Where nothing is offered. */
export const NoWay = () => <p className="text-ink-2">{m.payments_none()}</p>

/** The banks of the chosen way, where one is to be named. */
export function ChooseBank({ offers, chosen, onChoose }: Omit<Props, 'currency'>) {
  const banks = offers.find(({ method }) => method === chosen.method)?.banks ?? []
  if (banks.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{m.payments_bank()}</legend>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {banks.map((bank) => (
          <button
            key={bank}
            type="button"
            className="btn aria-pressed:border-ink"
            data-kind="ghost"
            aria-pressed={chosen.bank === bank}
            onClick={() => onChoose({ method: chosen.method, bank })}
          >
            {bankNames[bank]}
          </button>
        ))}
      </div>
      {chosen.bank === null && <p className="mt-4 text-ink-2">{m.payments_choose_bank()}</p>}
    </fieldset>
  )
}

export const methodCards = (offers: readonly Offered[], currency: string): RadioCard[] =>
  offers.map((offer) => cardOf(offer, currency))

function cardOf({ method, least, most, refused }: Offered, currency: string): RadioCard {
  const { name, text, icon } = words[method]
  const limit = (amount: string | null) => money({ amount: amount ?? '0', currency })
  const why =
    refused === 'too_much'
      ? m.payments_too_much({ most: limit(most) })
      : refused === 'too_little'
        ? m.payments_too_little({ least: limit(least) })
        : refused && others[refused]()
  return {
    ...{ value: method, title: name(), text: why ?? text(), disabled: refused !== null },
    end: <Icon name={icon} size="l" />,
  }
}
