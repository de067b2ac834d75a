/** Another spread: what it would charge stands beside it before it is set; what takes two people is asked for. */
import { useEffect, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { SpreadPreviewView, StorePriceView } from '../price-contract.ts'

export type SpreadMarket = 'open' | 'closed'
type Props = {
  store: StorePriceView
  market: SpreadMarket
  aloneBps: number
  reload: () => Promise<void>
  close: () => void
}

const QUIET_MS = 250
const points = (text: string) => (/^\d{1,4}$/.test(text.trim()) && Number(text) <= 2000 ? Number(text) : null)
const pointsError = (text: string) => (points(text) === null ? m.office_prices_points_error() : undefined)

export function SpreadDialog({ store, market, aloneBps, reload, close }: Props) {
  // The first spread for a closed market begins with the one for the open market.
  const spread = market === 'open' ? store.spread : (store.closed_spread ?? { ...store.spread, id: 0 })
  const [seen] = useState(spread.id)
  const form = useForm(
    { ask_bps: String(spread.ask_bps), bid_bps: String(-spread.bid_bps), reason: '' },
    {
      ask_bps: pointsError,
      bid_bps: pointsError,
      reason: reasonError,
    },
  )
  const wish = wishOf(store.store, market, form.values)
  const isNew = wish !== null && (spread.id === 0 || wish.ask_bps !== spread.ask_bps || wish.bid_bps !== spread.bid_bps)
  const preview = usePreview(isNew ? wish : null)
  const isOld = spread.id !== seen

  const refused = async (failure: ApiError) => {
    if (failure.error === 'edited_meanwhile') await reload()
    return false
  }
  const { busy, refusal, submit } = useOfficeForm(form, refused)

  async function set() {
    const body = { ...wish, seen_id: spread.id, reason: form.values.reason.trim() }
    const { approval_id } = await officePost<{ approval_id: string | null }>('/prices/changeSpread', body, {
      quiet: true,
    })
    toastDone(approval_id ? m.office_prices_spread_asked() : m.office_prices_spread_done({ store: store.name }))
    await reload()
    close()
  }

  const share = (bps: number) => formatBps(bps, language(), { sign: true })
  return (
    <Dialog
      open
      onClose={close}
      title={
        market === 'open'
          ? m.office_prices_spread_title({ store: store.name })
          : m.office_prices_closed_title({ store: store.name })
      }
      text={m.office_prices_spread_text({ alone: aloneBps })}
    >
      <Form form={form} onSubmit={() => submit(set)}>
        {isOld && (
          <p>
            {m.office_prices_spread_now({ ask: share(spread.ask_bps), bid: share(spread.bid_bps), who: spread.set_by })}
          </p>
        )}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField label={m.office_prices_ask_points()} inputMode="numeric" maxLength={4} {...form.text('ask_bps')} />
          <TextField label={m.office_prices_bid_points()} inputMode="numeric" maxLength={4} {...form.text('bid_bps')} />
        </div>
        <Preview preview={preview} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd
          confirm={preview?.takes_two ? m.office_prices_spread_ask() : m.office_prices_spread_set()}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

type Wish = { store: string; market: SpreadMarket; ask_bps: number; bid_bps: number }

function wishOf(store: string, market: SpreadMarket, typed: { ask_bps: string; bid_bps: string }): Wish | null {
  const [ask, bid] = [points(typed.ask_bps), points(typed.bid_bps)]
  return ask === null || bid === null ? null : { store, market, ask_bps: ask, bid_bps: bid === 0 ? 0 : -bid }
}

/** Asked of the server once nobody has typed for a moment; null while there is nothing to show. */
function usePreview(wish: Wish | null): SpreadPreviewView | null {
  const [preview, setPreview] = useState<SpreadPreviewView | null>(null)
  const asked = wish && JSON.stringify(wish)
  useEffect(() => {
    setPreview(null)
    if (asked === null) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const options = { quiet: true, signal: stop.signal }
      officePost<SpreadPreviewView>('/prices/previewSpread', JSON.parse(asked), options).then(setPreview, () => null)
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  return preview
}

/** Keeps its height, so that the buttons stay where they are. */
function Preview({ preview }: { preview: SpreadPreviewView | null }) {
  return (
    <div className="grid min-h-36 content-start gap-5" aria-live="polite">
      {preview ? (
        <>
          {preview.bars.map(({ currency, before, after }) => (
            <table key={currency} className="office-pairs">
              <caption className="small text-left text-ink-2">
                {m.office_prices_bar({ grams: preview.grams, currency })}
              </caption>
              <thead>
                <tr>
                  <td />
                  <th scope="col">{m.office_prices_now()}</th>
                  <th scope="col">{m.office_prices_then()}</th>
                </tr>
              </thead>
              <tbody>
                {(['price', 'buyback', 'difference'] as const).map((line) => (
                  <tr key={line}>
                    <th scope="row">{lineWords[line]()}</th>
                    <td className="whitespace-nowrap">{money({ amount: before[line], currency })}</td>
                    <td className="whitespace-nowrap">{money({ amount: after[line], currency })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
          {preview.takes_two && <p className="mt-2 font-medium">{m.office_prices_takes_two()}</p>}
        </>
      ) : (
        <p className="small text-ink-2">{m.office_prices_preview_empty()}</p>
      )}
    </div>
  )
}

const lineWords = {
  price: m.office_prices_bar_price,
  buyback: m.office_prices_bar_buyback,
  difference: m.office_prices_bar_difference,
}
