/** The acquirer of the simulation: what it has captured, given back and disputed, and what it says when it is asked. */
import type {
  Charge,
  NewRefund,
  PaymentProvider,
  ProviderDispute,
  ProviderRefund,
  RefundAnswer,
} from '../../src/payments/contract.ts'

export class Acquirer {
  /** By its own name of the charge. */
  readonly charges = new Map<string, Charge>()
  readonly disputes = new Map<string, ProviderDispute>()
  readonly #refunds = new Map<string, ProviderRefund>()
  readonly #asked = new Set<string>()
  /** Whether nobody may ask for money of this charge back at this moment: its member is stopped. */
  forbids: (charge: string) => boolean = () => false
  /** What it was asked for that nobody may ask for: the shop's own rounds would swallow what is thrown at them. */
  wrong: string | undefined
  currency: 'IDR' | 'MYR' = 'IDR'
  /** What becomes of a refund that it is asked for. */
  refunding: 'settled' | 'failed' | 'silent' = 'settled'

  /** In place of the provider of a shop; notices are read as that reads them. */
  over(real: PaymentProvider): PaymentProvider {
    return {
      ...real,
      createCharge: async ({ reference, amountMinor, currency }) => ({
        outcome: 'known',
        charge: this.#charge(`ch_${reference}`, { reference, amountMinor, currency, state: 'pending' }),
      }),
      findCharge: async (reference, named) => {
        const found = named
          ? this.charges.get(named)
          : [...this.charges.values()].findLast((charge) => charge.reference === reference)
        return found ? { outcome: 'known', charge: found } : { outcome: 'absent' }
      },
      closeCharge: async (reference) => {
        const charge = this.charges.get(`ch_${reference}`)
        if (charge?.state === 'pending') charge.state = 'expired'
        return charge ? { outcome: 'known', charge } : { outcome: 'absent' }
      },
      refund: async (refund) => this.#refund({ ...refund, providerReference: `rf_${refund.reference}` }),
      findRefund: async (reference) => answerOf(this.#refunds.get(reference)),
      findDispute: async (named) => {
        const dispute = this.disputes.get(named)
        return dispute ? { outcome: 'known', dispute } : { outcome: 'absent' }
      },
    }
  }

  /** It has captured so much under the charge of a payment, or under another charge of it. */
  captures(reference: string, amountMinor: bigint, { name = `ch_${reference}` } = {}): Charge {
    return this.#charge(name, { reference, amountMinor, currency: this.currency, state: 'captured' })
  }

  disputesCharge(reference: string, state: ProviderDispute['state'], amountMinor: bigint): ProviderDispute {
    const providerReference = `dp_${reference}`
    const dispute: ProviderDispute = {
      ...{ reference, charge: `ch_${reference}`, providerReference, state, amountMinor },
      ...{ currency: this.currency, reason: 'fraudulent', respondBy: null },
    }
    this.disputes.set(providerReference, dispute)
    return dispute
  }

  #charge(providerReference: string, said: Pick<Charge, 'reference' | 'amountMinor' | 'currency' | 'state'>): Charge {
    const charge = { ...said, providerReference, payUrl: null, payCode: null, declineReason: null } as Charge
    this.charges.set(providerReference, charge)
    return charge
  }

  #refund({
    reference,
    charge,
    amountMinor,
    providerReference,
  }: NewRefund & { providerReference: string }): RefundAnswer {
    if (this.forbids(charge) && !this.#asked.has(reference))
      this.wrong = `money of ${charge} goes back, and its member is stopped`
    this.#asked.add(reference)
    if (this.refunding === 'silent') return { outcome: 'unknown' }
    const state = this.refunding
    const failure = state === 'failed' ? 'issuer_refused' : null
    const refund = this.#refunds.get(reference) ?? { reference, amountMinor, providerReference, state, failure }
    this.#refunds.set(reference, refund)
    return answerOf(refund)
  }
}

const answerOf = (refund: ProviderRefund | undefined): RefundAnswer =>
  refund ? { outcome: 'known', refund } : { outcome: 'absent' }
