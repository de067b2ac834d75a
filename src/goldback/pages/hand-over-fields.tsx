/** Where the pieces are brought to, and where the money goes. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Accepts } from '../../vault/pages/held-price-notes.tsx'
import { accountName } from '../../vault/pages/withdraw-calls.ts'
import type { Consigning } from './use-consigning.ts'

export function HandOver({ consigning: { own, point, setPoint } }: { consigning: Consigning }) {
  return (
    <RadioCards
      legend={m.goldback_hand_over()}
      name="point"
      value={String(point)}
      onChange={(value) => setPoint(Number(value))}
      cards={own.points.map(({ id, name, street, city }) => ({
        ...{ value: String(id), title: m.goldback_bring_to({ place: name }), text: `${street}, ${city}` },
        end: m.goldback_free(),
      }))}
    />
  )
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
