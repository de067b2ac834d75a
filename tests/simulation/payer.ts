/** The provider of payouts of the simulation: what has left it, by try, and what it says when it is asked. */
import type { PaymentProvider } from '../../src/payments/contract.ts'
import type { NewPayout, PayoutAnswer, ProviderPayout } from '../../src/payments/payout-contract.ts'
import { settings } from '../../src/settings.ts'

type State = ProviderPayout['state']
/** `heard`: what it has answered, as long as the shop could hear it. */
export type Tried = { number: string; payout: ProviderPayout; heard: State[] }
const LAST_TRY = settings.payouts.tryGapSeconds.length + 1

export class Payer {
  /** By the shop's own name of a try. */
  readonly tries = new Map<string, Tried>()
  /** Of which withdrawals it was asked for a payout. */
  readonly asked = new Set<string>()
  readonly #references = new Set<string>()
  /** Those that their member has taken back. */
  readonly takenBack = new Set<string>()
  /** Whether nobody may ask for a withdrawal by this number at this moment: its member is stopped. */
  forbids: (number: string) => boolean = () => false
  /** What it does with what it has not seen: answers, takes it on and stays silent, or never gets it. */
  doing: 'accepted' | 'paid' | 'failed' | 'silent' | 'lost' = 'accepted'
  /** What it was asked for that nobody may ask for: the shop's own rounds would swallow what is thrown at them. */
  wrong: string | undefined

  over(real: PaymentProvider): PaymentProvider {
    return {
      ...real,
      payOut: async (payout) => this.#pay(payout),
      findPayout: async (reference) => this.#answer(reference),
    }
  }

  /** What a try becomes at the bank that it goes to, by itself, and as often as one looks. */
  turn(tried: Tried, a: number): void {
    const { state } = tried.payout
    const next = state === 'accepted' ? (a % 2 === 0 ? 'paid' : 'failed') : state === 'paid' ? 'returned' : state
    tried.payout = stateOf(tried.payout, next)
  }

  /** What of a withdrawal has left its member, as far as the shop has been told. */
  outOf(number: string, amount: bigint): bigint {
    const tries = [...this.tries.values()].filter((one) => one.number === number)
    const heard = tries.flatMap((one) => one.heard)
    if (heard.includes('returned') || !heard.some((state) => state === 'accepted' || state === 'paid')) return 0n
    return tries.filter((one) => one.heard.includes('failed')).length === LAST_TRY ? 0n : amount
  }

  #pay({ reference, amountMinor, currency, description }: NewPayout): PayoutAnswer {
    const number = description.replace('Karat ', '')
    const living = [...this.tries].some(
      ([other, { number: its, payout }]) => other !== reference && its === number && payout.state !== 'failed',
    )
    if (living) this.wrong = `G13: ${number} is paid a second time`
    if (this.takenBack.has(number)) this.wrong = `G13: ${number} was taken back, and is paid`
    if (this.forbids(number) && !this.#references.has(reference))
      this.wrong = `${number} is paid, and its member is stopped`
    this.asked.add(number)
    this.#references.add(reference)
    if (this.doing === 'lost') return { outcome: 'unknown' }
    const state = this.doing === 'silent' ? 'accepted' : this.doing
    const payout = { reference, providerReference: `po_${reference}`, state, amountMinor, currency, failure: null }
    if (!this.tries.has(reference)) this.tries.set(reference, { number, payout: stateOf(payout, state), heard: [] })
    return this.doing === 'silent' ? { outcome: 'unknown' } : this.#answer(reference)
  }

  #answer(reference: string): PayoutAnswer {
    const tried = this.tries.get(reference)
    if (!tried) return { outcome: 'absent' }
    tried.heard.push(tried.payout.state)
    return { outcome: 'known', payout: tried.payout }
  }
}

const stateOf = (payout: ProviderPayout, state: State): ProviderPayout => ({
  ...{ ...payout, state },
  failure: state === 'failed' || state === 'returned' ? 'account_closed' : null,
})
