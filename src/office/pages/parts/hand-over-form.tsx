/** The counter: the code that the buyer says, and the document that they show. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { documents } from '../../../orders/order-rules.ts'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from './office-client.ts'
import { documentName } from './order-desk-words.ts'
import type { MoveProps } from './order-moves.tsx'
import type { ReasonedAction } from './reason-dialog.tsx'
import { useMay } from './use-office.ts'

type Props = MoveProps & { ask: (action: ReasonedAction) => void }

export function HandOverForm({ order, reload, ask }: Props) {
  const may = useMay()
  const { tries_used: used, tries } = order.pickup ?? { tries_used: 0, tries: 1 }
  if (used < tries) return <Counter order={order} reload={reload} left={tries - used} />
  return (
    <>
      <p role="alert">{m.desk_locked({ tries })}</p>
      {may('orders.unlock_pickup') && (
        <Button kind="ghost" onClick={() => ask(unlocking(order))}>
          {m.desk_unlock()}
        </Button>
      )}
    </>
  )
}

const unlocking = (order: MoveProps['order']): ReasonedAction => ({
  title: m.desk_unlock(),
  text: m.desk_unlock_text({ number: order.number }),
  confirm: m.desk_unlock(),
  run: (reason) => officePost('/orders/unlockPickup', { order_id: order.order_id, reason }, { quiet: true }),
  done: m.desk_unlock_done({ number: order.number }),
})

function Counter({ order, reload, left }: MoveProps & { left: number }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { code: '', document: '' },
    {
      code: (text) => (/^[\dA-Za-z]{8}$/.test(text.replace(/[\s-]/g, '')) ? undefined : m.desk_code_error()),
      document: (text) => (text ? undefined : m.desk_document_error()),
    },
  )

  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const known = { order_id: order.order_id, expected: order.state }
      await officePost('/orders/handOver', { ...known, ...form.values }, { quiet: true })
      toastDone(m.desk_hand_over_done({ number: order.number }))
      reload()
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'pickup_code_wrong') {
        form.refuse('code', failure.message)
        reload()
      } else if (!form.takeErrors(failure)) {
        setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
        reload()
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <TextField
        label={m.desk_code()}
        help={m.desk_code_help({ left })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
      <Select
        label={m.desk_document()}
        help={m.desk_hand_over_text({ name: order.buyer.name })}
        empty={m.desk_document_choose()}
        choices={documents.map((value) => ({ value, label: documentName(value) }))}
        {...form.text('document')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.desk_hand_over()}
      </Button>
    </Form>
  )
}
