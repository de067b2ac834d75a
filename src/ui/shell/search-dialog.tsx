/** Search from every page: products while typing, the whole list on Enter. */

import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { PictureView } from '../../content/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { get } from '../api-client.ts'
import { Dialog } from '../dialog.tsx'
import { money } from '../figures.tsx'
import { Icon } from '../icon.tsx'
import { ProductPicture } from '../picture.tsx'

type Found = {
  product_id: number
  sku_id: number
  name: string
  weight_label: string
  price_with_tax: string
  picture: PictureView | null
}
type Page = { items: Found[]; total: number; currency: string }
const TYPING_MS = 200

export function SearchDialog() {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const found = useFound(open ? words.trim() : '')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const close = () => setOpen(false)
  const showAll = () => {
    close()
    void navigate(`/product/product?q=${encodeURIComponent(words.trim())}`)
  }
  return (
    <>
      <button type="button" className="icon-btn" aria-label={m.search()} onClick={() => setOpen(true)}>
        <Icon name="magnifying-glass" size="l" />
      </button>
      <Dialog open={open} onClose={close} title={m.search()} wide focus={field}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            showAll()
          }}
        >
          <input
            ref={field}
            type="search"
            className="control"
            value={words}
            maxLength={80}
            placeholder={m.search_placeholder()}
            aria-label={m.search_placeholder()}
            onChange={(event) => setWords(event.target.value)}
          />
          <div className="mt-4 min-h-60" aria-live="polite">
            {found && <Results page={found} onLeave={close} />}
            {found && found.total > found.items.length && (
              <button type="submit" className="link mt-3 min-h-11">
                {m.search_all({ count: found.total })} <Icon name="arrow-right" size="s" />
              </button>
            )}
          </div>
        </form>
      </Dialog>
    </>
  )
}

function Results({ page, onLeave }: { page: Page; onLeave: () => void }) {
  if (page.items.length === 0) return <p className="text-ink-2">{m.search_nothing()}</p>
  return (
    <ul>
      {page.items.map((item) => (
        <li key={`${item.product_id}-${item.sku_id}`}>
          <Link
            to={`/product/productDetail?id=${item.product_id}&sku=${item.sku_id}`}
            onClick={onLeave}
            className="grid grid-cols-[48px_1fr_auto] items-center gap-3 border-b border-line py-2 hover:text-nila"
          >
            <span className="tile size-12 rounded-control">
              {item.picture && <ProductPicture picture={item.picture} alt="" sizes="48px" />}
            </span>
            <span className="min-w-0 font-medium">
              <span className="block truncate">{item.name}</span>
              <span className="small block text-ink-2">{item.weight_label}</span>
            </span>
            <span className="font-semibold whitespace-nowrap">
              {money({ amount: item.price_with_tax, currency: page.currency })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What matches the words, once typing has paused; null while there are none. */
function useFound(words: string): Page | null {
  const [found, setFound] = useState<Page | null>(null)
  useEffect(() => {
    if (!words) return setFound(null)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      get<Page>('/product/getList', { q: words, page_size: 5 }, { quiet: true, signal: stop.signal }).then(
        (answer) => answer.status === 'success' && setFound(answer.data),
        () => {},
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words])
  return found
}
