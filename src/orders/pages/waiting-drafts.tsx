/** What the shop put together for a member and waits for them, above their orders. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Moment, Money } from '../../ui/figures.tsx'
import type { OwnDraftsView } from '../drafts/draft-contract.ts'

type Draft = OwnDraftsView['drafts'][number]
const addressOf = ({ draft_id: id }: Draft) => `/user/order/draft?id=${id}`
export const goodsOf = ({ name, pieces }: Draft): string =>
  pieces > 1 ? m.orders_drafts_more({ name, n: pieces - 1 }) : name

export const WaitingDrafts = ({ drafts }: { drafts: Draft[] }) =>
  drafts.length > 0 && (
    <section className="mt-8" aria-label={m.orders_drafts()}>
      <h2 className="h3 mb-3">{m.orders_drafts()}</h2>
      <ul className="border-t border-line">
        {drafts.map((draft) => (
          <li key={draft.draft_id}>
            <Item draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  )

const Item = ({ draft }: { draft: Draft }) => (
  <article className="relative grid gap-x-5 gap-y-4 border-b border-line py-6 md:grid-cols-[auto_minmax(0,1fr)_auto]">
    <span className="tile size-16 self-start rounded-control md:size-18">
      {draft.image && <img src={draft.image} alt="" width="72" height="72" />}
    </span>
    <div className="min-w-0 max-md:row-start-1">
      <Link to={addressOf(draft)} className="font-semibold after:absolute after:inset-0 hover:text-nila">
        {goodsOf(draft)}
      </Link>
      <p className="small mt-1.5 text-ink-2">
        {draft.number} · {m.orders_drafts_by({ name: draft.by })} <Moment at={draft.ends_at} />
      </p>
    </div>
    <div className="flex items-center justify-between gap-4 md:flex-col md:items-end md:justify-start">
      {draft.total !== null && draft.price_until !== null && (
        <Money amount={draft.total} currency={draft.currency} className="fig-m" />
      )}
      <span className="relative z-1 flex items-center gap-3 max-md:ml-auto">
        {draft.price_until !== null && <Countdown until={draft.price_until} className="small text-warn" />}
        <ButtonLink size="s" kind="ghost" to={addressOf(draft)}>
          {m.orders_drafts_see()}
        </ButtonLink>
      </span>
    </div>
  </article>
)
