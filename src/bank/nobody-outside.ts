/** What a provider is asked that the house itself cannot be: it pays nothing out here, is disputed with by nobody, and charges no mandate. */
import type { PaymentProvider } from '../payments/contract.ts'

export const nobodyOutside = {
  trust: 'body',
  findDispute: async () => ({ outcome: 'absent' }),
  payOut: async () => ({ outcome: 'unknown' }),
  findPayout: async () => ({ outcome: 'absent' }),
  createMandate: async () => ({ outcome: 'absent' }),
  findMandate: async () => ({ outcome: 'absent' }),
  revokeMandate: async () => ({ outcome: 'absent' }),
  chargeMandate: async () => ({ outcome: 'absent' }),
  readNotice: () => null,
} as const satisfies Partial<PaymentProvider>
