/** Where the pieces are brought to, and where the money goes. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import { type RadioCard, RadioCards, Select } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { minorOf } from '../../ui/price.ts'
import { Accepts } from '../../vault/pages/held-price-notes.tsx'
import { COURIER, type Consigning } from './use-consigning.ts'

export function HandOver({ consigning }: { consigning: Consigning }) {
  const { own, place, setPlace, addresses, addressId, setAddressId } = consigning
  const counters = own.points.map(({ id, name, street, city }) => ({
    ...{ value: String(id), title: m.goldback_bring_to({ place: name }), text: `${street}, ${city}` },
    end: m.goldback_free(),
  }))
  return (
    <div className="grid gap-4">
      <RadioCards
        legend={m.goldback_hand_over()}
        name="place"
        value={place}
        onChange={setPlace}
        cards={[...counters, ...courierOf(consigning)]}
      />
      {place === COURIER && addresses.length > 1 && (
        <Select
          label={m.goldback_collect_from()}
          choices={addresses.map(({ id, label, street }) => ({ value: id, label: `${label} · ${street}` }))}
          value={addressId}
          onChange={({ currentTarget }) => setAddressId(currentTarget.value)}
        />
      )}
    </div>
  )
}

/** What a courier may collect by what is chosen now; the shop judges it by the price that is signed. */
function courierOf({ own: { collection }, addresses, addressId, amount, currency }: Consigning): RadioCard[] {
  if (!collection) return []
  const { least, most } = collection
  const units = (of: string) => minorOf(of, currency)
  const fits = amount === null || (units(amount) >= units(least) && units(amount) <= units(most))
  const at = addresses.find(({ id }) => id === addressId)
  const text = !fits
    ? m.goldback_collect_bounds({ least: money({ amount: least, currency }), most: money({ amount: most, currency }) })
    : at
      ? m.goldback_collect_at({ address: `${at.street}, ${at.area}` })
      : m.goldback_collect_no_address()
  return [{ value: COURIER, title: m.goldback_courier(), text, end: m.goldback_free(), disabled: !fits || !at }]
}

export function PaidTo({ consigning: { own, accounts, paidTo, setPaidTo, inGrams } }: { consigning: Consigning }) {
  const cash: RadioCard = {
    ...{ value: 'cash', title: own.keeps_cash ? m.vault_cash() : m.goldback_unnamed() },
    text: own.keeps_cash ? m.goldback_to_cash() : m.goldback_unnamed_text(),
    end: <Icon name="wallet" size="l" />,
  }
  const gold: RadioCard = {
    ...{ value: 'gold', title: m.goldback_gold_account(), text: m.goldback_to_gold() },
    end: <Icon name="vault" size="l" />,
  }
  const bound: RadioCard[] = accounts.map((one) => ({
    ...{ value: one.id, title: accountName(one), text: one.holder },
    end: <Icon name={one.kind === 'bank' ? 'bank' : 'wallet'} size="l" />,
  }))
  return (
    <div>
      <RadioCards
        legend={m.goldback_paid_to()}
        name="paid-to"
        value={paidTo}
        onChange={setPaidTo}
        cards={[...bound, cash, ...(own.keeps_gold ? [gold] : [])]}
      />
      {inGrams && own.agreement_version && <Accepts version={own.agreement_version} />}
      <Link to="/user/bindBankCard" className="link small mt-2 inline-flex min-h-11 items-center">
        {m.vault_withdraw_add_account()}
      </Link>
    </div>
  )
}
