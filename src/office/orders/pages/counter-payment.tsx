/** Taking the money of an unpaid order at the counter: how, how much, and the slip of a terminal. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency, parseDecimal } from '../../../money/money.ts'
import { methodName } from '../../../orders/pages/order-words.tsx'
import type { CounterMethod } from '../../../payments/method-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioCards, TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { MoveProps } from './order-moves.tsx'

export function CounterPayment({ order, reload }: MoveProps) {
  const [open, setOpen] = useState(false)
  const may = useMay()
  const { moment } = useTimes()
  const { counter, number } = order
  if (!counter || !may('orders.counter_payment')) return null
  if (counter.asked) return <p>{m.office_orders_counter_waits()}</p>
  const text = m.office_orders_counter_text({ amount: money({ amount: order.total, currency: order.currency }) })
  const two = m.office_orders_counter_two({ time: moment(order.expires_at) })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.office_orders_counter()}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.office_orders_counter_title({ number })}
        text={counter.takes_two ? sentences([text, two], language()) : text}
      >
        {open && <CounterForm order={order} reload={reload} methods={counter.methods} close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

type FormProps = MoveProps & { methods: CounterMethod[]; close: () => void }

const isCard = (method: string) => method === 'counter_card'
const slipError = (text: string, { method }: { method: string }) =>
  isCard(method) && !/^[0-9A-Z]{4,24}$/i.test(text.replace(/[\s.-]/g, ''))
    ? m.office_orders_counter_slip_error()
    : undefined

function useCounterForm({ order, reload, methods, close }: FormProps) {
  const { total, currency, order_id, number } = order
  const places = isCurrency(currency) ? exponentOf(currency) : 0
  const amount = money({ amount: total, currency })
  const form = useForm(
    { method: methods[0] ?? 'counter_cash', received: '', terminal: '', slip: '', reason: '' },
    {
      received: (text) =>
        parseDecimal(text.trim(), places) === parseDecimal(total, places)
          ? undefined
          : m.office_orders_counter_received_error({ amount, example: total }),
      ...{ terminal: slipError, slip: slipError },
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function take() {
    const { method, received, terminal, slip, reason } = form.values
    const wish = {
      ...{ order_id, method, received: received.trim(), reason: reason.trim() },
      ...(isCard(method) && { terminal: terminal.trim(), slip: slip.trim() }),
    }
    const { approval_id } = await officePost<{ approval_id: string | null }>('/orders/counterPayment', wish, {
      quiet: true,
    })
    toastDone(approval_id ? m.office_give_up_asked() : m.office_orders_counter_done({ number }))
    await reload()
    close()
  }
  return { form, busy, refusal, send: () => submit(take), amount }
}

function CounterForm(props: FormProps) {
  const { order, methods, close } = props
  const { form, busy, refusal, send, amount } = useCounterForm(props)
  const { method } = form.values
  return (
    <Form form={form} onSubmit={send} className="grid gap-4">
      <RadioCards
        legend={m.office_orders_counter_how()}
        name="method"
        value={method}
        onChange={(value) => form.set('method', value as CounterMethod)}
        cards={methods.map((value) => ({ value, title: methodName(value) }))}
      />
      <TextField
        label={m.office_orders_counter_received({ currency: order.currency })}
        help={m.office_orders_counter_received_help({ amount })}
        inputMode="decimal"
        {...form.text('received')}
      />
      {isCard(method) && (
        <>
          <TextField label={m.office_orders_counter_terminal()} maxLength={40} {...form.text('terminal')} />
          <TextField
            label={m.office_orders_counter_slip()}
            help={m.office_orders_counter_slip_help()}
            maxLength={40}
            {...form.text('slip')}
          />
        </>
      )}
      <TextArea
        label={m.office_reason()}
        help={m.office_reason_help()}
        rows={2}
        maxLength={500}
        {...form.text('reason')}
      />
      <DialogEnd
        confirm={order.counter?.takes_two ? m.office_prices_spread_ask() : m.office_orders_counter_confirm()}
        busy={busy}
        refusal={refusal}
        close={close}
      />
    </Form>
  )
}
