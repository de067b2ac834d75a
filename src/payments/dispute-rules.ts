/** What a dispute takes, and what it gives back when it turns. Pure; amounts in minor units of what was captured. */

type Lost = { there: bigint; suspended: bigint; has: bigint | undefined }

/** What a lost dispute takes of money that is still there: `loss` is the house's, `taken` of it its payer gives back, `spent` they owe. */
export type LossShare = { loss: bigint; spent: bigint; taken: bigint }

/** Of a dispute that is not lost. */
export const noLoss: LossShare = { loss: 0n, spent: 0n, taken: 0n }

/**
 * Shares what a lost dispute takes of money that is still there: `loss` is booked as the house's, `taken` of it is taken from its payer
 * for that, `spent` is owed by them. What waited in suspense was never theirs; without `has` nothing is asked of them.
 */
export function shareLoss({ there, suspended, has }: Lost): LossShare {
  const own = has === undefined || there < suspended ? 0n : there - suspended
  const taken = has !== undefined && has < own ? has : own
  return { loss: there - own + taken, spent: own - taken, taken }
}

type Turn = {
  /** What is set off against the losses of the payment. */
  setOff: bigint
  /** What lost disputes of the payment take from now on. */
  chargedBack: bigint
  /** What its payer had given for this dispute, and what they give now. */
  wasTaken: bigint
  taken: bigint
}

/**
 * What was set off against a loss that is none any more is there again: as much of it as exceeds the losses. `cash` of it had been
 * taken from its payer, `suspense` was to go back to them.
 */
export function givenBack({ setOff, chargedBack, wasTaken, taken }: Turn): { cash: bigint; suspense: bigint } {
  const back = setOff > chargedBack ? setOff - chargedBack : 0n
  const untaken = wasTaken > taken ? wasTaken - taken : 0n
  const cash = untaken < back ? untaken : back
  return { cash, suspense: back - cash }
}
