/** Who buys, where, in which language; and where it is wished to go. */
import type { z } from 'zod'
import type { Currency } from '../../money/money.ts'
import type { DeliveryChoice } from '../contract.ts'

export type Buyer = { memberId: string; store: string; currency: Currency; language: string }
export type DeliveryWish = z.output<typeof DeliveryChoice> | undefined
