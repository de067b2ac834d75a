/** /user/trade/redeem: bars and coins that the member's grams can become now. */
import { useState } from 'react'
import { Link } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { formatGrams, formatWeekDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ToBuy } from '../../vault/pages/to-buy.tsx'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { RedeemableView } from '../core/redeemable-contract.ts'
import type { Route } from './+types/redeem-page'
import { placeWords } from './order-grams.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<RedeemableView>('/trade/redeemable'))

export default function RedeemPage({
  loaderData: { gold, pieces, currency, packed_after, packed_by },
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{m.orders_redeem_title()}</PageTitle>
      <h1 className="h1">{m.orders_redeem_title()}</h1>
      <p className="mt-3 max-w-[60ch] text-ink-2">{m.orders_redeem_lead()}</p>
      {isNothing(gold) ? (
        <Nothing text={m.orders_redeem_nothing()} />
      ) : (
        <>
          <section className="mt-6 bg-tile p-5">
            <p className="small text-ink-2">{m.orders_redeem_there()}</p>
            <p className="fig-l mt-1">{formatGrams(gold, language())}</p>
            <p className="mt-3">{m.orders_redeem_packed({ day: formatWeekDay(packed_by, language()) })}</p>
            <p className="small text-ink-2">{placeWords(packed_after)}</p>
          </section>
          {pieces.length === 0 ? (
            <Nothing text={m.orders_redeem_none()} />
          ) : (
            <Pieces pieces={pieces} currency={currency} />
          )}
        </>
      )}
    </>
  )
}

const Nothing = ({ text }: { text: string }) => (
  <div className="mt-8">
    <EmptyState text={text} action={<ToBuy />} />
  </div>
)

const FIRST = 12

/** The heaviest first; the others on demand. */
function Pieces({ pieces, currency }: Pick<RedeemableView, 'pieces' | 'currency'>) {
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 xl:grid-cols-4">
        {(all ? pieces : pieces.slice(0, FIRST)).map((piece) => (
          <Piece key={piece.sku_id} piece={piece} currency={currency} />
        ))}
      </ul>
      {!all && pieces.length > FIRST && (
        <Button kind="ghost" className="mt-8" onClick={() => setAll(true)}>
          {m.orders_redeem_all()}
        </Button>
      )}
    </>
  )
}

function Piece({ piece, currency }: { piece: RedeemableView['pieces'][number]; currency: string }) {
  const { sku_id, name, image, attributes, weight, rest } = piece
  return (
    <li className="min-w-0">
      <Link to={`/mallOrder/create?sku_id=${sku_id}&quantity=1&gold=grams`} className="group block">
        <span className="tile block aspect-square rounded-panel">
          <img src={image} alt="" width="320" height="320" loading="lazy" />
        </span>
        <span className="mt-2.5 block font-semibold group-hover:text-nila">{name}</span>
        <span className="small block text-ink-2">{attributesLabel(attributes, language())}</span>
        <span className="mt-1 block font-semibold">{formatGrams(weight, language())}</span>
        <span className="small block text-ink-2">
          {m.orders_redeem_rest({ amount: money({ amount: rest, currency }) })}
        </span>
      </Link>
    </li>
  )
}
