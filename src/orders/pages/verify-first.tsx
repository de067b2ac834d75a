/** A purchase that the member's level does not allow: how much is missing, and the way to the next level and back. */
import type { VerificationNeed } from '../../kyc/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { DeliveryWish, Wish } from './confirm-wish.ts'
import { keepDelivery } from './kept-delivery.ts'

type Props = { wish: Wish; need: VerificationNeed; delivery: DeliveryWish | undefined }

export function VerifyFirst({ wish, need, delivery }: Props) {
  const { currency = 'IDR', limit, taken_today = '0', amount = '0', steps } = need
  const inMoney = (figure: string) => money({ amount: figure, currency })
  const back = location.pathname + location.search
  const first = steps[0] === 'real_name' ? '/user/realNameAuth' : '/user/kyc/kyc'
  return (
    <div className="mx-auto max-w-[640px]">
      <ErrorState
        title={m.orders_verify_needed({ need: need.need })}
        text={m.orders_verify_needed_text({
          level: need.level,
          limit: limit ? inMoney(limit) : m.kyc_verify_no_limit(),
          taken: inMoney(taken_today),
          amount: inMoney(amount),
        })}
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink
              to={`${first}?${new URLSearchParams({ return: back })}`}
              onClick={() => keepDelivery(back, delivery)}
            >
              {m.orders_verify_needed_action()}
            </ButtonLink>
            <ButtonLink to={wish.kind === 'cart' ? '/user/cart/list' : '/product/product'} kind="ghost">
              {wish.kind === 'cart' ? m.orders_checkout_to_cart() : m.cart_to_shop()}
            </ButtonLink>
          </div>
        }
      />
    </div>
  )
}
