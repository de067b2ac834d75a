/** Asking for money back: reason, pieces, words, pictures, and what comes back before it is sent. What was typed stays when the dialog is closed. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, Select, TextArea } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { sentences } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PictureUpload } from '../../ui/picture-upload.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { usePictures } from '../../ui/use-pictures.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { type AskedPieces, earlyReasons, isWholeOnly, type RefundReason } from '../refunds/refund-rules.ts'
import { allFree, backFor, piecesFor } from './refund-amounts.ts'
import { BackSummary } from './refund-back.tsx'
import { RefundPieces } from './refund-pieces.tsx'

export const reasonName: Record<RefundReason, () => string> = {
  changed_mind: m.orders_refund_reason_changed_mind,
  too_slow: m.orders_refund_reason_too_slow,
  damaged: m.orders_refund_reason_damaged,
  wrong_piece: m.orders_refund_reason_wrong_piece,
  not_as_described: m.orders_refund_reason_not_as_described,
  missing: m.orders_refund_reason_missing,
  not_arrived: m.orders_refund_reason_not_arrived,
}

export function RefundRequest({ status }: { status: RefundStatusView }) {
  const [open, setOpen] = useState(false)
  const request = useRequest(status, () => setOpen(false))
  const early = status.reasons.some((reason) => (earlyReasons as readonly string[]).includes(reason))
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {m.orders_refund_ask()}
      </Button>
      <Dialog
        open={open}
        wide
        onClose={() => setOpen(false)}
        title={m.orders_refund_ask()}
        text={early ? m.orders_refund_ask_early() : m.orders_refund_ask_text()}
      >
        <RequestForm status={status} request={request} />
      </Dialog>
    </>
  )
}

function useRequest(status: RefundStatusView, close: () => void) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const pictures = usePictures({ purpose: 'refund', max: settings.refund.maxPictures })
  const form = useForm(
    { reason: '', note: '' },
    { reason: (text) => (text ? undefined : m.orders_refund_reason_error()) },
  )
  const [chosen, setChosen] = useState<AskedPieces>(() => allFree(status))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const reason = (form.values.reason || null) as RefundReason | null
  const pieces = reason ? piecesFor(status, reason, chosen) : []
  const back = reason && pieces.length > 0 ? backFor(status, reason, pieces) : null

  async function submit() {
    setRefusal(undefined)
    if (!form.check() || !reason) return
    if (!back) return setRefusal(m.orders_refund_which_error())
    if (pictures.isSending) return setRefusal(m.orders_refund_pictures_wait())
    const asked = { order_id: status.order_id, reason, note: form.values.note.trim(), lines: pieces }
    setBusy(true)
    try {
      await dataOf(send('/product/order_refund', { ...asked, pictures: pictures.ids, amount: back.total }))
      pictures.clear()
      toastDone(m.orders_refund_sent())
      close()
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) setRefusal(refusalIn(failure))
      // What could be asked back has changed: the form shows it as it is now, with everything that was typed.
      await revalidate()
    } finally {
      setBusy(false)
    }
  }
  return { form, pictures, chosen, setChosen, reason, back, busy, refusal, submit }
}

/** After too far a fall with what a sale at the buyback price would bring. */
function refusalIn({ error, message, data }: ApiError): string {
  if (error !== 'cancel_fallen') return message
  const { sale: amount, currency } = data as { sale: string; currency: string }
  return sentences([message, m.orders_refund_fallen_sale({ amount: money({ amount, currency }) })], language())
}

function RequestForm({ status, request }: { status: RefundStatusView; request: ReturnType<typeof useRequest> }) {
  const { form, pictures, chosen, setChosen, reason, back, busy, refusal, submit } = request
  return (
    <Form form={form} onSubmit={submit}>
      <Select
        label={m.orders_refund_reason()}
        empty={m.orders_refund_reason_choose()}
        choices={status.reasons.map((value) => ({ value, label: reasonName[value]() }))}
        {...form.text('reason')}
      />
      {reason && !isWholeOnly(reason) && <RefundPieces status={status} chosen={chosen} onChange={setChosen} />}
      <TextArea
        label={m.orders_refund_note()}
        help={m.orders_refund_note_help()}
        maxLength={500}
        {...form.text('note')}
      />
      <PictureUpload pictures={pictures} label={m.orders_refund_pictures()} help={m.orders_refund_pictures_help()} />
      {back && <BackSummary back={back} currency={status.currency} leaving={reason === 'changed_mind'} />}
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" size="l" busy={busy}>
        {back
          ? m.orders_refund_send({ amount: money({ amount: back.total, currency: status.currency }) })
          : m.orders_refund_send_none()}
      </Button>
    </Form>
  )
}
