/** How money of the counters is booked. Pure. Amounts in minor units. Source: docs/ledger.md, docs/decisions/0170. */
import { houseLegs } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Payment } from './contract.ts'
import type { CounterMethod } from './method-rules.ts'

type Taken = Pick<Payment, 'id' | 'store' | 'currency' | 'amount_minor'> & { method: CounterMethod; actor: string }

/** Staff took it: from here on it is like money that a provider captured. */
export const counterReceived = ({ id, store, currency, amount_minor, method, actor }: Taken): Posting => ({
  ...{ kind: 'counter_received', reference: id, actor },
  legs: houseLegs(store, currency, {
    [method === 'counter_cash' ? 'till' : 'terminal_clearing']: -amount_minor,
    provider_clearing: amount_minor,
  }),
})
