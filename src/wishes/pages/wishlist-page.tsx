/** /user/wishlist (beyond the seed): what the member saved at the price of this moment, and what they wait for. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, post } from '../../ui/api-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { momentOf } from '../../ui/clock.ts'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { setCartCount } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { EmptyState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { TellMeButton } from '../../ui/wish-button.tsx'
import { keepSku } from '../../ui/wishes.ts'
import type { WishItemView, WishListView } from '../contract.ts'
import type { Route } from './+types/wishlist-page'
import { KeptRow, SinceAdded } from './kept-row.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

const load = () => dataOf(get<WishListView>('/product/wishList'))
export const clientLoader = () => load()

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const { list, busy, act } = useList(loaderData)
  const day = useDay()
  const remove = (kind: 'wishes' | 'notices', skuId: number) => act(skuId, () => keepSku(kind, skuId, false))
  const move = ({ sku_id }: WishItemView) =>
    act(sku_id, async () => {
      const { count } = await dataOf(post<{ count: number }>('/product/add_cart', { sku_id, quantity: 1 }))
      setCartCount(count)
      await keepSku('wishes', sku_id, false)
      toastDone(m.wishes_moved())
    })
  return (
    <>
      <PageTitle>{m.wishes_title()}</PageTitle>
      <h1 className="h1">{m.wishes_title()}</h1>
      {list.items.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            text={m.wishes_empty()}
            action={<ButtonLink to="/product/product">{m.wishes_to_shop()}</ButtonLink>}
          />
        </div>
      ) : (
        <>
          <p className="mt-2 text-ink-2">{m.wishes_text()}</p>
          <ul className="mt-6 border-t border-line">
            {list.items.map((item) => (
              <KeptRow
                key={item.sku_id}
                card={item}
                note={<SinceAdded item={item} added={m.wishes_added_on({ day: day(item.added_at) })} />}
                removeName={m.wishes_remove({ name: item.name })}
                onRemove={() => void remove('wishes', item.sku_id)}
              >
                {item.stock.state === 'out_of_stock' ? (
                  <TellMeButton skuId={item.sku_id} name={item.name} className="w-full" />
                ) : (
                  <Button kind="ghost" className="w-full" busy={busy === item.sku_id} onClick={() => void move(item)}>
                    {m.wishes_to_cart()}
                  </Button>
                )}
              </KeptRow>
            ))}
          </ul>
        </>
      )}
      <Waiting list={list} day={day} onRemove={(skuId) => void remove('notices', skuId)} />
    </>
  )
}

type WaitingProps = { list: WishListView; day: (at: string) => string; onRemove: (skuId: number) => void }

function Waiting({ list: { notices }, day, onRemove }: WaitingProps) {
  if (notices.length === 0) return null
  return (
    <section className="mt-14" aria-labelledby="waiting">
      <h2 className="h2" id="waiting">
        {m.wishes_notice_title()}
      </h2>
      <p className="mt-2 text-ink-2">{m.wishes_notice_text()}</p>
      <ul className="mt-6 border-t border-line">
        {notices.map((item) => (
          <KeptRow
            key={item.sku_id}
            card={item}
            note={<p className="small text-ink-2">{m.wishes_notice_asked_on({ day: day(item.asked_at) })}</p>}
          >
            <Button
              kind="ghost"
              className="w-full"
              aria-label={m.wishes_notice_withdraw_for({ name: item.name })}
              onClick={() => onRemove(item.sku_id)}
            >
              {m.wishes_notice_withdraw()}
            </Button>
          </KeptRow>
        ))}
      </ul>
    </section>
  )
}

function useDay() {
  const { store } = useShell()
  return (at: string) => formatDay(momentOf(at), store.time_zone, language())
}

/** The list on an open page: read again after each change; a refusal was said in a toast and leaves it as it was. */
function useList(first: WishListView) {
  const [list, setList] = useState(first)
  const [busy, setBusy] = useState<number | null>(null)
  async function act(skuId: number, change: () => Promise<void>) {
    if (busy !== null) return
    setBusy(skuId)
    try {
      await change()
      setList(await load())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(null)
    }
  }
  return { list, busy, act }
}
