/** What a member should see to, the most pressing first; a sentence when there is nothing. */
import type { ReactNode } from 'react'
import type { UserInfoView } from '../../identity/contract.ts'
import type { SecurityStateView } from '../../identity/security-contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import type { OrderPageView } from '../contract.ts'
import type { OwnDraftsView } from '../drafts/draft-contract.ts'
import { goodsOf } from './waiting-drafts.tsx'

type Order = OrderPageView['orders'][number]
type Draft = OwnDraftsView['drafts'][number]
type Need = { key: string; icon: IconName; title: string; text: ReactNode; to: string; action: string }

type Known = {
  user: UserInfoView
  security: SecurityStateView
  drafts: Draft[]
  unpaid: Order[]
  hasAddress: boolean
}

export function whatNeedsAttention({ user, security, drafts, unpaid, hasAddress }: Known): Need[] {
  const needs: (Need | false)[] = [
    ...drafts.map(drafted),
    ...unpaid.map(unfinished),
    security.pin === 'none' && {
      key: 'pin',
      icon: 'key',
      title: m.orders_member_no_pin(),
      text: m.orders_member_no_pin_text(),
      to: '/user/changePaypwd',
      action: m.orders_member_set_pin(),
    },
    !security.authenticator &&
      security.passkeys === 0 && {
        key: 'second',
        icon: 'device-mobile',
        title: m.orders_attention_no_second(),
        text: m.orders_attention_no_second_text(),
        to: '/user/security',
        action: m.orders_member_set_pin(),
      },
    user.email === null && {
      key: 'email',
      icon: 'envelope-simple',
      title: m.orders_attention_no_email(),
      text: m.orders_attention_no_email_text(),
      to: '/user/settingEmail',
      action: m.orders_attention_add(),
    },
    !hasAddress && {
      key: 'address',
      icon: 'map-pin',
      title: m.orders_attention_no_address(),
      text: m.orders_attention_no_address_text(),
      to: '/user/address/list',
      action: m.orders_attention_add(),
    },
  ]
  return needs.filter((need) => need !== false)
}

const drafted = (draft: Draft): Need => ({
  key: draft.draft_id,
  icon: 'handbag-simple',
  title: m.orders_attention_draft({ number: draft.number }),
  text: goodsOf(draft),
  to: `/user/order/draft?id=${draft.draft_id}`,
  action: m.orders_drafts_see(),
})

const unfinished = (order: Order): Need => ({
  key: order.order_id,
  icon: 'clock',
  title:
    order.state === 'payment_review'
      ? m.orders_member_in_review({ number: order.number })
      : m.orders_member_unpaid({ number: order.number }),
  text: (
    <>
      <Money amount={order.total} currency={order.currency} />
      {order.expires_at && (
        <>
          {' · '}
          {m.orders_member_unpaid_left()} <Countdown until={order.expires_at} />
        </>
      )}
    </>
  ),
  to: order.expires_at ? `/payOrder?order_id=${order.order_id}` : `/user/order/list?order_id=${order.order_id}`,
  action: order.expires_at ? m.orders_pay() : m.orders_see(),
})

export const Attention = ({ needs }: { needs: Need[] }) => (
  <section aria-label={m.orders_member_attention()}>
    <h2 className="h3 mb-2">{m.orders_member_attention()}</h2>
    {needs.length === 0 ? (
      <p className="flex items-center gap-3 border-y border-line py-4 text-ink-2">
        <Icon name="check-circle" size="l" className="flex-none text-up" />
        {m.orders_attention_none()}
      </p>
    ) : (
      <ul className="border-t border-line">
        {needs.map(({ key, icon, title, text, to, action }) => (
          <li
            key={key}
            className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-3 border-b border-line py-4 md:grid-cols-[24px_minmax(0,1fr)_auto] xl:grid-cols-[24px_minmax(0,1fr)]"
          >
            <Icon name={icon} size="l" className="self-start text-warn" />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="small text-ink-2">{text}</p>
            </div>
            <ButtonLink size="s" kind="ghost" to={to} className="justify-self-start max-md:col-start-2 xl:col-start-2">
              {action}
              <span className="sr-only">: {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    )}
  </section>
)
