/** What stands beside a price that is held: how it differs from the one before, and what accepting it accepts. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'

/** What the purchase accepts, where it is the member's first. */
export const Accepts = ({ version }: { version: string }) => (
  <p className="small">
    {m.vault_accepts({ version })}
    <SentenceGap />
    <Link to="/agreement" target="_blank" className="link">
      {m.vault_accepts_read()}
    </Link>
  </p>
)

/** Against the price that was held before: seen before anything goes on. */
export function Since({ before, now, currency }: { before: string; now: string; currency: string }) {
  const difference = minorOf(now, currency) - minorOf(before, currency)
  const words = {
    difference: money({ amount: wireMoney(difference < 0n ? -difference : difference, currency), currency }),
    before: money({ amount: before, currency }),
    now: money({ amount: now, currency }),
  }
  const said = difference > 0n ? m.vault_rose : difference < 0n ? m.vault_fell : m.vault_same_price
  return (
    <p className="small rounded-control bg-warn-soft p-3" role="status">
      {said(words)}
    </p>
  )
}
