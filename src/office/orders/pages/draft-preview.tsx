/** What an order that staff put together would cost at the price of this moment. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { DraftPreviewView } from '../../../orders/drafts/draft-contract.ts'
import { AmountList, OrderLine } from '../../../orders/pages/order-lines.tsx'
import { money } from '../../../ui/figures.tsx'

type Props = {
  preview: DraftPreviewView | null
  /** Why it cannot be had so. */
  refusal: string | null
  loading: boolean
  isNew: boolean
  children: ReactNode
}

export function DraftPreview({ preview, refusal, loading, isNew, children }: Props) {
  return (
    <section
      className="office-panel grid gap-4 lg:sticky lg:top-20"
      aria-label={m.office_orders_draft_preview()}
      aria-busy={loading}
    >
      <h2 className="font-semibold">{m.office_orders_draft_preview()}</h2>
      {!preview && !refusal && <p className="text-ink-2">{m.office_orders_draft_preview_empty()}</p>}
      {refusal && (
        <p role="alert" className="text-down">
          {refusal}
        </p>
      )}
      {preview && !refusal && (
        <>
          <ul className="grid gap-4">
            {preview.lines.map((line) => (
              <OrderLine key={line.sku_id} line={line} currency={preview.currency} />
            ))}
          </ul>
          <hr className="rule" />
          <AmountList
            amounts={preview}
            inGrams={false}
            currency={preview.currency}
            delivery={preview.delivery ?? undefined}
          />
          <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
            <span className="font-semibold">{m.office_orders_total()}</span>
            <span className="text-xl font-semibold whitespace-nowrap">
              {money({ amount: preview.total, currency: preview.currency })}
            </span>
          </p>
          {preview.delivery === null && <p className="small text-ink-2">{m.office_orders_draft_preview_open()}</p>}
          <p className="small text-ink-2">
            {isNew ? m.office_orders_draft_held_later() : m.office_orders_draft_held_for({ minutes: preview.minutes })}
          </p>
        </>
      )}
      {children}
    </section>
  )
}
