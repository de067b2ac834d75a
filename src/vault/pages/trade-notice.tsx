/** Why a trade did not go on, what is safe, and what to do. */
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import type { Notice } from './use-trade.ts'

const words = {
  agreement: [m.vault_agreement_new, m.vault_agreement_new_text],
  expired: [m.vault_expired, m.vault_expired_text],
  sold_out: [m.vault_sold_out, m.vault_sold_out_text],
  on_hold: [m.vault_on_hold, m.vault_on_hold_text],
  no_price: [m.vault_no_price, m.vault_no_price_text],
  shop_full: [m.vault_shop_full, m.vault_shop_full_text],
} as const

export function TradeNotice({ notice, currency }: { notice: Notice; currency: string }) {
  if (notice.kind === 'stays') return <ErrorState title={notice.why} text={m.vault_sell_stays()} />
  if (notice.kind === 'verify') return <Verify {...notice} currency={currency} />
  if (notice.kind === 'refused') return <ErrorState title={m.vault_refused()} text={notice.why} />
  const [title, text] = words[notice.kind]
  return <ErrorState title={title()} text={text()} />
}

/** The member's level does not allow it: the way to the next one, and back to what was typed. */
function Verify({ need, currency }: Extract<Notice, { kind: 'verify' }> & { currency: string }) {
  const { level, limit, taken_today = '0', steps } = need
  const inMoney = (amount: string) => money({ amount, currency: need.currency ?? currency })
  const first = steps[0] === 'real_name' ? '/user/realNameAuth' : '/user/kyc/kyc'
  return (
    <ErrorState
      title={m.vault_verify({ need: need.need })}
      text={
        need.weight
          ? m.vault_verify_hold({ level, grams: formatGrams(need.weight, language()) })
          : m.vault_verify_day({ level, limit: inMoney(limit ?? '0'), taken: inMoney(taken_today) })
      }
      action={
        <ButtonLink to={`${first}?${new URLSearchParams({ return: location.pathname })}`}>
          {m.vault_verify_action()}
        </ButtonLink>
      }
    />
  )
}
