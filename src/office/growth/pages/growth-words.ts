/** What rewards, doubts and links are called at the desk. */
import * as m from '../../../locale/paraglide/messages.js'
import type { LinkKind } from '../../../referral/link-code-rules.ts'
import type { Doubt, RewardEnd, RewardState, RewardWait } from '../../../referral/reward-rules.ts'

export const stateWords: Record<RewardState, { name: () => string; tone: 'plain' | 'up' | 'down' | 'nila' }> = {
  waiting: { name: m.office_growth_state_waiting, tone: 'plain' },
  reserved: { name: m.office_growth_state_reserved, tone: 'nila' },
  credited: { name: m.office_growth_state_credited, tone: 'up' },
  reversed: { name: m.office_growth_state_reversed, tone: 'down' },
  refused: { name: m.office_growth_state_refused, tone: 'down' },
}
export const waitWords: Record<RewardWait, () => string> = {
  frozen: m.office_growth_waits_frozen,
  gold: m.office_growth_waits_gold,
  level: m.office_growth_waits_level,
  cap: m.office_growth_waits_cap,
  account: m.office_growth_waits_account,
}
export const doubtWords: Record<Doubt, () => string> = {
  document: m.office_growth_doubt_document,
  namesake: m.office_growth_doubt_namesake,
  payout: m.office_growth_doubt_payout,
  device: m.office_growth_doubt_device,
  ring: m.office_growth_doubt_ring,
  sibling: m.office_growth_doubt_sibling,
}
export const endWords: Record<RewardEnd, () => string> = {
  volume: m.office_growth_end_volume,
  staff: m.office_growth_end_staff,
  closed: m.office_growth_end_closed,
  same: m.office_growth_end_same,
}
export const linkWords: Record<LinkKind, () => string> = {
  member: m.office_growth_kind_member,
  agent: m.office_growth_kind_agent,
  activity: m.office_growth_kind_activity,
}
