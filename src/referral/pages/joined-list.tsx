/** Who came by the member's link, the newest first: how far they are and what became of the reward. */
import * as m from '../../locale/paraglide/messages.js'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { Tag } from '../../ui/states.tsx'
import type { InviteView } from '../contract.ts'
import type { RewardEnd, RewardState, RewardWait } from '../reward-rules.ts'

type Joined = InviteView['joined'][number]
type Reward = NonNullable<Joined['reward']>

const stateWords: Record<RewardState, { name: () => string; tone: 'plain' | 'up' | 'down' | 'nila' }> = {
  waiting: { name: m.referral_step_waiting, tone: 'nila' },
  reserved: { name: m.referral_step_pending, tone: 'nila' },
  credited: { name: m.referral_step_credited, tone: 'up' },
  reversed: { name: m.referral_step_reversed, tone: 'down' },
  refused: { name: m.referral_step_refused, tone: 'down' },
}
const waitWords: Record<RewardWait, () => string> = {
  frozen: m.referral_waits_frozen,
  gold: m.referral_waits_gold,
  level: m.referral_waits_level,
  cap: m.referral_waits_cap,
  account: m.referral_waits_account,
}
const endWords: Record<RewardEnd, () => string> = {
  volume: m.referral_end_volume,
  staff: m.referral_end_staff,
  closed: m.referral_end_closed,
  same: m.referral_end_staff,
}

export const JoinedList = ({ joined }: { joined: Joined[] }) => (
  <ul className="border-t border-line">
    {joined.map((one) => (
      <li
        key={one.at + one.name}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-line py-4"
      >
        <p className="font-semibold">{one.name}</p>
        <Step one={one} />
        <p className="small text-ink-2">
          {m.referral_step_joined()} <Moment at={one.at} />
        </p>
        {one.reward && <p className="small text-right text-ink-2">{formatGrams(one.reward.grams, language())}</p>}
        {one.reward && <Story reward={one.reward} />}
      </li>
    ))}
  </ul>
)

function Step({ one: { reward, bought, verified } }: { one: Joined }) {
  if (reward?.in_review) return <Tag tone="warn">{m.referral_step_review()}</Tag>
  if (reward) return <Tag tone={stateWords[reward.state].tone}>{stateWords[reward.state].name()}</Tag>
  return (
    <Tag>{bought ? m.referral_step_bought() : verified ? m.referral_step_verified() : m.referral_step_joined()}</Tag>
  )
}

/** Why it waits, until when it is pending, or how it ended. */
function Story({ reward }: { reward: Reward }) {
  const said = [
    ...(reward.waits_for ? [waitWords[reward.waits_for]()] : []),
    ...(reward.because ? [endWords[reward.because]()] : []),
    ...(/[1-9]/.test(reward.set_off) ? [m.referral_set_off({ grams: formatGrams(reward.set_off, language()) })] : []),
  ]
  if (said.length === 0 && !reward.expected_at) return null
  return (
    <p className="small col-span-2 text-ink-2">
      {said.join(' ')}
      {reward.expected_at && (
        <>
          {m.referral_step_pending_until()} <Moment at={reward.expected_at} />
        </>
      )}
    </p>
  )
}
