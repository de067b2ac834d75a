/** Why no price is held, what is safe, and the way on. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { sentences } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useWhyNot } from '../../vault/pages/leave-words.ts'
import type { GuaranteeView } from '../contract.ts'
import type { Refused, Wish } from './confirm-wish.ts'

type Props = {
  wish: Wish
  refused: Refused
  /** What was to be bought, to name what is gone. */
  lines?: GuaranteeView['lines']
  busy?: boolean
  onAgain?: () => void
}

export function CheckoutRefused({ wish, refused, lines = [], busy = false, onAgain }: Props) {
  const { title, text } = wordsOf(refused.error, useWhyNot()(refused), wish)
  const gone = namesOf(refused.data.sku_ids, lines)
  const again = ['price_unavailable', 'guarantee_void'].includes(refused.error) || refused.error === ''
  // What is not there is to be had for money as little as for grams.
  const moneyHelps = wish.gold && !again && !['not_found', 'out_of_stock'].includes(refused.error)
  return (
    <div className="mx-auto max-w-[640px]">
      <ErrorState
        as="h1"
        title={title}
        text={gone ? `${gone}. ${text}` : text}
        action={
          <div className="flex flex-wrap gap-3">
            {again && (
              <Button busy={busy} onClick={onAgain ?? (() => location.reload())}>
                {m.orders_checkout_new_price()}
              </Button>
            )}
            {moneyHelps && <ButtonLink to={inMoney()}>{m.orders_checkout_in_money()}</ButtonLink>}
            <ButtonLink
              to={wish.kind === 'cart' ? '/user/cart/list' : '/product/product'}
              kind={again || moneyHelps ? 'ghost' : 'primary'}
            >
              {wish.kind === 'cart' ? m.orders_checkout_to_cart() : m.cart_to_shop()}
            </ButtonLink>
          </div>
        }
      />
    </div>
  )
}

/** This page, without the grams. */
function inMoney(): string {
  const search = new URLSearchParams(location.search)
  search.delete('gold')
  return `${location.pathname}?${search}`
}

const namesOf = (skuIds: unknown, lines: GuaranteeView['lines']): string =>
  lines
    .filter(({ sku_id }) => Array.isArray(skuIds) && skuIds.includes(sku_id))
    .map(({ name, attributes }) => [name, attributesLabel(attributes, language())].filter(Boolean).join(', '))
    .join('; ')

function wordsOf(error: string, why: string, { gold }: Wish): { title: string; text: string } {
  switch (error) {
    case 'out_of_stock':
      return { title: m.orders_checkout_out_of_stock(), text: m.orders_checkout_out_of_stock_text() }
    case 'price_unavailable':
      return { title: m.orders_checkout_price_unavailable(), text: m.orders_checkout_price_unavailable_text() }
    case 'guarantee_void':
      return { title: m.orders_checkout_guarantee_void(), text: m.orders_checkout_guarantee_void_text() }
    default:
      return {
        title: m.orders_checkout_refused(),
        text: sentences([why, gold ? m.orders_cashier_not_moved() : m.orders_money_not_moved()], language()),
      }
  }
}
