/** /admin/orders/drafts/new: an order that is put together for somebody who rings or stands at the counter. */
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { readEmail } from '../../../identity/account-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { DraftGoodsView, DraftMadeView, DraftPreviewView } from '../../../orders/drafts/draft-contract.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { type Customer, DraftCustomer } from './draft-customer.tsx'
import { type ChosenGoods, DraftGoods } from './draft-goods.tsx'
import { DraftPreview } from './draft-preview.tsx'

export const handle: OfficeHandle = { permission: 'orders.draft' }

export default function NewDraftPage() {
  const { store, choice } = useStoreChoice()
  return (
    <>
      <title>{`${m.office_orders_draft_new()} · Karat`}</title>
      <Link to="/admin/orders/drafts" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_orders_drafts()}
      </Link>
      <h1 className="office-h1 mb-2">{m.office_orders_draft_new()}</h1>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_orders_drafts_text()}</p>
      {choice}
      <NewDraft key={store.code} store={store.code} />
    </>
  )
}

function NewDraft({ store }: { store: string }) {
  const [customer, setCustomer] = useState<Customer>({ kind: 'member', member: null, email: '', language: language() })
  const [goods, setGoods] = useState<ChosenGoods[]>([])
  const [point, setPoint] = useState('')
  const [note, setNote] = useState('')
  const member = customer.kind === 'member' ? customer.member : null
  const wish = {
    ...{ store, pickup_point_id: point ? Number(point) : null },
    lines: goods.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
  }
  const { preview, refusal, loading } = usePreview({ ...wish, member_id: member?.id ?? null })
  const sending = useSending({ customer, wish, note })
  const points = useOffice<DraftGoodsView>('/orders/draftGoods', { store, q: '' }).data?.points ?? []
  const isNew = customer.kind === 'new'
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <DraftCustomer store={store} customer={customer} onChange={setCustomer} error={sending.missing} />
        <DraftGoods
          store={store}
          chosen={goods}
          onChange={setGoods}
          error={goods.length === 0 ? sending.missing.goods : undefined}
        />
        <section className="office-panel grid gap-4" aria-label={m.office_orders_draft_delivery()}>
          <Select
            label={m.office_orders_draft_delivery()}
            empty={m.office_orders_draft_courier()}
            choices={points.map(({ pickup_point_id: id, place }) => ({ value: String(id), label: place }))}
            value={point}
            onChange={({ currentTarget }) => setPoint(currentTarget.value)}
          />
          <TextArea
            label={m.office_orders_draft_note()}
            help={m.office_orders_draft_note_help()}
            maxLength={300}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </section>
      </div>
      <DraftPreview preview={preview} refusal={refusal} loading={loading} isNew={isNew}>
        {sending.refusal && <FieldError>{sending.refusal}</FieldError>}
        <Button busy={sending.busy} onClick={() => void sending.send()}>
          {isNew ? m.office_orders_draft_invite() : m.office_orders_draft_send()}
        </Button>
      </DraftPreview>
    </div>
  )
}

type Wish = { store: string; pickup_point_id: number | null; lines: { sku_id: number; quantity: number }[] }
type Missing = { member?: string; email?: string; goods?: string }

function missingOf({ kind, member, email }: Customer, { lines }: Wish): Missing {
  return {
    ...(kind === 'member' && !member && { member: m.office_orders_draft_no_member() }),
    ...(kind === 'new' && !readEmail(email) && { email: m.office_orders_draft_email_error() }),
    ...(lines.length === 0 && { goods: m.office_orders_draft_no_goods() }),
  }
}

function useSending({ customer, wish, note }: { customer: Customer; wish: Wish; note: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const missing = missingOf(customer, wish)

  async function send() {
    setTried(true)
    setRefusal(null)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const { kind, member, email, language: letter } = customer
    const whom = kind === 'member' ? { kind, member_id: member?.id } : { kind, email: email.trim(), language: letter }
    try {
      const body = { ...wish, for: whom, note: note.trim() }
      const made = await officePost<DraftMadeView>('/orders/makeDraft', body, { quiet: true })
      const { number, price_until: until } = made
      toastDone(until ? m.office_orders_draft_sent({ number }) : m.office_orders_draft_invited({ number }))
      await navigate(`/admin/orders/drafts?open=${made.draft_id}`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setRefusal(failure.fields.email ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, send, missing: tried ? missing : {} }
}

type Previewed = { asked: string; preview: DraftPreviewView | null; refusal: string | null }

/** Asked again for every change, and every half minute, for the price moves. */
function usePreview(wish: Wish & { member_id: string | null }) {
  const asked = wish.lines.length === 0 ? '' : JSON.stringify(wish)
  const [seen, setSeen] = useState<Previewed>({ asked: '', preview: null, refusal: null })
  useEffect(() => {
    if (!asked) return setSeen({ asked, preview: null, refusal: null })
    const stop = new AbortController()
    const look = () =>
      officePost<DraftPreviewView>('/orders/previewDraft', JSON.parse(asked), {
        quiet: true,
        signal: stop.signal,
      }).then(
        (preview) => setSeen({ asked, preview, refusal: null }),
        (failure: Error) => {
          if (failure.name === 'AbortError') return
          setSeen({ asked, preview: null, refusal: failure.message })
        },
      )
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [asked])
  return { preview: seen.preview, refusal: seen.refusal, loading: seen.asked !== asked }
}

const LOOK_MS = 30_000
