/** What is owed to the house: what was noted of it, by whom and when, and how it ends: paid at the bank, or written off. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency, parseDecimal } from '../../../money/money.ts'
import type { ReceivableNoteView, TakenBackView } from '../../../orders/refunds/office-taken-back-contract.ts'
import type { NoteKind } from '../../../payments/taken-back-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { row: TakenBackView; reload: () => Promise<void> }

export function Owed({ row, reload }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (!row.owed) return null
  const { notes, asked } = row.owed
  return (
    <section className="grid gap-3">
      {notes.length > 0 && (
        <>
          <h3 className="h3">{m.office_disputes_owed_title()}</h3>
          <ul>
            {notes.map((note) => (
              <NoteLine
                key={note.note_id}
                note={note}
                currency={row.currency}
                takeBack={may('disputes.take_back') ? () => ask(takingBack(row, note)) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {asked.map((kind) => (
        <p key={kind}>
          {kind === 'paid' ? m.office_disputes_owed_asked_paid() : m.office_disputes_owed_asked_written_off()}
          <SentenceGap />
          {may('approvals.see') && (
            <Link to="/admin/approvals?state=waiting" className="link">
              {m.office_approvals()}
            </Link>
          )}
        </p>
      ))}
      {row.receivable && !asked.includes('paid') && may('disputes.note_paid') && (
        <NoteAction row={row} reload={reload} kind="paid" />
      )}
      {row.receivable && !asked.includes('written_off') && may('disputes.write_off') && (
        <NoteAction row={row} reload={reload} kind="written_off" />
      )}
      {dialog}
    </section>
  )
}

const noteWords = (kind: NoteKind, isBack: boolean) => {
  if (kind === 'paid') return isBack ? m.office_disputes_owed_paid_back() : m.office_disputes_owed_paid()
  return isBack ? m.office_disputes_owed_written_off_back() : m.office_disputes_owed_written_off()
}

type LineProps = { note: ReceivableNoteView; currency: string; takeBack: (() => void) | undefined }

function NoteLine({ note, currency, takeBack }: LineProps) {
  const { moment } = useTimes()
  const isBack = note.amount.startsWith('-')
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{noteWords(note.kind, isBack)}</span>
        <Money amount={note.amount} currency={currency} />
      </div>
      {note.reference && (
        <p className="small break-words">
          {m.office_owed_reference()}: {note.reference}
        </p>
      )}
      {note.by !== null && <p className="small break-words">{note.reason}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="fine text-ink-2">
          {note.by ?? m.office_disputes_owed_by_itself()} · {moment(note.at)}
        </p>
        {note.may_take_back && takeBack && (
          <Button kind="ghost" size="s" onClick={takeBack}>
            {m.office_disputes_owed_take_back()}
          </Button>
        )}
      </div>
    </li>
  )
}

function takingBack({ currency }: TakenBackView, { note_id, kind, amount }: ReceivableNoteView): ReasonedAction {
  const said = money({ amount, currency })
  return {
    title: m.office_disputes_owed_take_back_title({ amount: said }),
    text: kind === 'paid' ? m.office_disputes_owed_take_back_paid() : m.office_disputes_owed_take_back_written_off(),
    confirm: m.office_disputes_owed_take_back(),
    run: (reason) => officePost('/disputes/takeBack', { note_id, reason }, { quiet: true }),
    done: m.office_disputes_owed_take_back_done({ amount: said }),
  }
}

/** A short order goes on once nothing is owed; what was returned twice is of an order that is over. */
const texts = {
  paid: { correction: m.office_disputes_owed_note_paid_text, dispute: m.office_disputes_owed_note_paid_text_after },
  written_off: {
    correction: m.office_disputes_owed_write_off_text,
    dispute: m.office_disputes_owed_write_off_text_after,
  },
}

function NoteAction({ row, reload, kind }: Props & { kind: NoteKind }) {
  const [open, setOpen] = useState(false)
  const isPaid = kind === 'paid'
  const { number, owed, currency } = row
  const from = owed?.two_people_from
  const two = from
    ? m.office_disputes_owed_two({ amount: money({ amount: from, currency }) })
    : m.office_disputes_owed_two_always()
  const text = texts[kind][row.kind === 'correction' ? 'correction' : 'dispute']()
  return (
    <>
      <Button kind={isPaid ? 'primary' : 'ghost'} onClick={() => setOpen(true)}>
        {isPaid ? m.office_disputes_owed_note_paid() : m.office_disputes_owed_write_off()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={
          isPaid
            ? m.office_disputes_owed_note_paid_title({ number })
            : m.office_disputes_owed_write_off_title({ number })
        }
        text={sentences([text, two], language())}
      >
        <NoteForm row={row} reload={reload} kind={kind} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function NoteForm({ row, reload, kind, close }: Props & { kind: NoteKind; close: () => void }) {
  const { currency } = row
  const owed = row.receivable ?? '0'
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const most = money({ amount: owed, currency })
  const form = useForm(
    { amount: owed, reference: '', reason: '' },
    {
      amount: (text) => {
        const units = parseDecimal(text.trim(), places)
        const fits = units !== null && units > 0n && units <= (parseDecimal(owed, places) ?? 0n)
        return fits ? undefined : m.office_disputes_owed_amount_error({ amount: most, example: owed })
      },
      reference: (text) =>
        kind === 'paid' && text.trim().length < 3 ? m.office_disputes_owed_reference_error() : undefined,
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'receivable_less') await reload()
    return false
  })

  async function note() {
    const { amount, reference, reason } = form.values
    const wish = { id: row.id, amount: amount.trim(), reason: reason.trim() }
    const { approval_id } = await (kind === 'paid'
      ? send('/disputes/notePaid', { ...wish, reference: reference.trim() })
      : send('/disputes/writeOff', wish))
    toastDone(
      approval_id
        ? m.office_give_up_asked()
        : m.office_disputes_owed_done({ amount: money({ amount: wish.amount, currency }) }),
    )
    await reload()
    close()
  }

  return (
    <Form form={form} onSubmit={() => submit(note)}>
      <TextField
        label={m.office_disputes_owed_amount({ currency })}
        help={m.office_disputes_owed_amount_help({ amount: most })}
        inputMode="decimal"
        {...form.text('amount')}
      />
      {kind === 'paid' && (
        <TextField
          label={m.office_owed_reference()}
          help={m.office_disputes_owed_reference_help()}
          maxLength={100}
          {...form.text('reference')}
        />
      )}
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      <DialogEnd
        confirm={kind === 'paid' ? m.office_disputes_owed_note_paid() : m.office_disputes_owed_write_off()}
        tone={kind === 'paid' ? 'plain' : 'danger'}
        busy={busy}
        refusal={refusal}
        close={close}
      />
    </Form>
  )
}

const send = (path: string, body: object) => officePost<{ approval_id: string | null }>(path, body, { quiet: true })
