/** The counter: pieces are taken in by their numbers, and handed back. */
import type { ComponentProps } from 'react'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { documents } from '../../../orders/core/order-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { documentWords } from './goldback-words.tsx'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

const filled = (text: string) => (text.trim() ? undefined : m.field_empty())

type FieldProps = Omit<ComponentProps<typeof Select>, 'label' | 'choices' | 'empty'>
const DocumentField = (field: FieldProps) => (
  <Select
    label={m.office_goldback_document()}
    empty={m.office_goldback_choose()}
    choices={documents.map((value) => ({ value, label: documentWords[value]() }))}
    {...field}
  />
)

export function ReceiveForm({ one, reload }: Props) {
  const byCourier = one.state === 'collected'
  const seen = byCourier ? () => undefined : filled
  const form = useForm({ serials: '', bag: '', document: '' }, { serials: filled, bag: filled, document: seen })
  const { busy, refusal, submit } = useOfficeForm(form)

  async function receive() {
    const { serials, bag, document } = form.values
    const read = serials.split(/[\n,;]+/).flatMap((line) => line.trim() || [])
    await officePost(
      '/goldback/receive',
      { case_id: one.case_id, serials: read, bag, ...(document && { document }) },
      { quiet: true },
    )
    toastDone(m.office_goldback_received_done())
    await reload()
  }

  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_goldback_receive()}</h2>
      <Form form={form} onSubmit={() => submit(receive)} className="grid gap-4">
        <TextArea
          label={m.office_goldback_serials()}
          help={byCourier ? m.office_goldback_receive_parcel_text() : m.office_goldback_receive_text()}
          autoComplete="off"
          spellCheck={false}
          {...form.text('serials')}
        />
        <TextField label={m.office_goldback_bag()} autoComplete="off" maxLength={20} {...form.text('bag')} />
        {!byCourier && <DocumentField {...form.text('document')} />}
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_goldback_receive()}
        </Button>
      </Form>
    </section>
  )
}

export function GiveBackForm({ one, reload }: Props) {
  const form = useForm({ document: '' }, { document: filled })
  const { busy, refusal, submit } = useOfficeForm(form)

  async function giveBack() {
    await officePost('/goldback/return', { case_id: one.case_id, ...form.values }, { quiet: true })
    toastDone(m.office_goldback_given_back_done())
    await reload()
  }

  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_goldback_give_back()}</h2>
      <Form form={form} onSubmit={() => submit(giveBack)} className="grid gap-4">
        <DocumentField {...form.text('document')} />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_goldback_give_back()}
        </Button>
      </Form>
    </section>
  )
}
