/** Which change of a sku's premium or making charge takes two people. Pure. */
import { BPS_ONE } from '../money/money.ts'
import { settings } from '../settings.ts'

/** `making` in minor units of the store's currency. */
export type Charges = { premiumBps: number; making: bigint }

/**
 * Whether a change takes a second person: the charge goes further than one may move it alone, from any in force in the last day, so that many
 * small steps are no way around. `recent` is empty for what visitors have never seen.
 */
export const premiumTakesTwo = (wish: number, recent: readonly Charges[]): boolean =>
  recent.some(({ premiumBps }) => Math.abs(wish - premiumBps) > settings.catalogue.charges.alonePremiumBps)

/** As `premiumTakesTwo`; the step is a share of the making charge it is held against. */
export const makingTakesTwo = (wish: bigint, recent: readonly Charges[]): boolean =>
  recent.some(
    ({ making }) => magnitude(wish - making) * BPS_ONE > making * BigInt(settings.catalogue.charges.aloneMakingBps),
  )

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount)
