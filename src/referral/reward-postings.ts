/** How rewards of invitations are booked. Pure. Source: docs/ledger.md, decision 0125. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

/** `memberId`: who invited. */
type Reward = { id: string; store: string; memberId: string; weight: bigint; actor: string }

const pending = ({ store, memberId }: Reward) => memberAccount({ store, id: memberId }, 'reward_pending', 'XAU')
const own = ({ store, memberId }: Reward) => memberAccount({ store, id: memberId }, 'gold', 'XAU')

/** Grams of the house are set aside for a member, and counted as theirs, until they are certain. */
export const rewardReserved = (reward: Reward): Posting => ({
  ...{ kind: 'reward_reserved', reference: reward.id, actor: reward.actor },
  legs: [
    ...houseLegs(reward.store, 'XAU', { vault: -reward.weight }),
    { account: pending(reward), amount: reward.weight },
  ],
})

/** They are the member's to use; `setOff` of them are what an earlier reward left missing when it was taken back. */
export const rewardCredited = (reward: Reward & { setOff: bigint }): Posting => ({
  ...{ kind: 'reward_credited', reference: reward.id, actor: reward.actor },
  legs: [
    { account: pending(reward), amount: -reward.weight },
    { account: own(reward), amount: reward.weight - reward.setOff },
    ...houseLegs(reward.store, 'XAU', { vault: reward.setOff }),
  ],
})

/** `taken` grams go back to the house: all of a pending reward, of a credited one what is there. */
export const rewardReversed = (reward: Reward & { wasCredited: boolean; taken: bigint }): Posting => ({
  ...{ kind: 'reward_reversed', reference: reward.id, actor: reward.actor },
  legs: [
    { account: reward.wasCredited ? own(reward) : pending(reward), amount: -reward.taken },
    ...houseLegs(reward.store, 'XAU', { vault: reward.taken }),
  ],
})
