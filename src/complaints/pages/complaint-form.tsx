import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { complaintAbout } from '../complaint-rules.ts'
import type { OwnComplaintsView } from '../contract.ts'
import { aboutWords } from './complaint-words.ts'

type Props = { orders: OwnComplaintsView['orders']; onMade: (known: OwnComplaintsView) => void }

export function ComplaintForm({ orders, onMade }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { about: '', order_id: '', text: '', wish: '' },
    {
      about: (about) => (about ? undefined : m.complaints_about_error()),
      text: (text) => (text.trim().length < 10 ? m.complaints_text_error() : undefined),
    },
  )

  async function make() {
    if (!form.check()) return
    setBusy(true)
    const { order_id, ...wish } = form.values
    try {
      const body = { ...wish, ...(order_id ? { order_id } : {}) }
      onMade(await dataOf(send<OwnComplaintsView>('/user/makeComplaint', body, { beside: true })))
      toastDone(m.complaints_sent())
      form.clear('about', 'order_id', 'text', 'wish')
    } catch (failure) {
      // What no field takes was said in a toast; what was typed stays.
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={make} className="grid gap-5">
      <Select
        label={m.complaints_about()}
        empty={m.complaints_about_choose()}
        choices={complaintAbout.map((value) => ({ value, label: aboutWords[value]() }))}
        {...form.text('about')}
      />
      {orders.length > 0 && (
        <Select
          label={m.complaints_order()}
          empty={m.complaints_order_none()}
          choices={orders.map(({ order_id, number }) => ({ value: order_id, label: number }))}
          {...form.text('order_id')}
        />
      )}
      <TextArea label={m.complaints_text()} rows={6} maxLength={4000} {...form.text('text')} />
      <TextArea label={m.complaints_wish()} rows={2} maxLength={1000} {...form.text('wish')} />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.complaints_send()}
      </Button>
    </Form>
  )
}
