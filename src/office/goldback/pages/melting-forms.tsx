/** Melting with consent: asked, taken back, begun, and what came out, by two people. */
import { useState } from 'react'
import { assayMethods } from '../../../goldback/case-rules.ts'
import type { MeltingView } from '../../../goldback/melting/contract.ts'
import { mayAskMelting } from '../../../goldback/melting/melting-rules.ts'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import { methodWords } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { assayedName, plain, weighedName, wrongFineness, wrongWeight } from './measure-fields.ts'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }
type OfMelting = Props & { melting: MeltingView }

export function MeltingActions({ one, reload }: Props) {
  const [melting] = one.meltings
  const isMeasured = one.pieces_in_it.every(({ weighed }) => weighed !== null)
  const asks = mayAskMelting({ ...one, isMeasured, melting: melting ?? null })
  if (!asks && (!melting || !['asked', 'consented', 'started'].includes(melting.state))) return null
  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_goldback_melting()}</h2>
      {asks ? (
        <AskForm one={one} reload={reload} />
      ) : (
        melting && <UnderWay key={melting.state} one={one} melting={melting} reload={reload} />
      )}
    </section>
  )
}

function AskForm({ one: { case_id, pieces_in_it: pieces }, reload }: Props) {
  const [positions, setPositions] = useState<number[]>(pieces.length === 1 ? [0] : [])
  const [none, setNone] = useState(false)
  const form = useForm({ reason: '' }, { reason: (text) => (text.trim() ? undefined : m.field_empty()) })
  const { busy, refusal, submit } = useOfficeForm(form)
  const choose = (position: number, on: boolean) => {
    setNone(false)
    setPositions((now) => (on ? [...now, position] : now.filter((one) => one !== position)))
  }
  async function askFor() {
    if (positions.length === 0) return setNone(true)
    await officePost('/goldback/askMelting', { case_id, positions, reason: form.values.reason }, { quiet: true })
    toastDone(m.office_goldback_melting_asked_done())
    await reload()
  }
  return (
    <Form form={form} onSubmit={() => submit(askFor)} className="grid gap-4">
      <p className="small text-ink-2">{m.office_goldback_melting_ask_text()}</p>
      {pieces.length > 1 && (
        <fieldset>
          <legend className="label">{m.office_goldback_melting_pieces()}</legend>
          {pieces.map(({ serial, name }, position) => (
            <Checkbox
              key={serial}
              label={`${name} · ${serial}`}
              checked={positions.includes(position)}
              onChange={({ currentTarget }) => choose(position, currentTarget.checked)}
            />
          ))}
          {none && <FieldError>{m.office_goldback_melting_none()}</FieldError>}
        </fieldset>
      )}
      <TextArea
        label={m.office_goldback_melting_reason()}
        help={m.office_goldback_melting_reason_help()}
        maxLength={500}
        {...form.text('reason')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" kind="ghost" busy={busy}>
        {m.office_goldback_melting_ask()}
      </Button>
    </Form>
  )
}

function UnderWay(props: OfMelting) {
  const { melting, one, reload } = props
  const { moment } = useTimes()
  const { ask, dialog } = useReasonDialog(reload)
  const takeBack = () =>
    ask({
      ...{ title: m.office_goldback_melting_withdraw(), confirm: m.office_goldback_melting_withdraw() },
      ...{ text: m.office_goldback_melting_withdraw_text(), done: m.office_goldback_melting_withdrawn_done() },
      run: (reason) =>
        officePost(
          '/goldback/withdrawMelting',
          { case_id: one.case_id, melting_id: melting.melting_id, reason },
          { quiet: true },
        ),
    })
  return (
    <div className="grid gap-4">
      <p>{words[melting.state as keyof typeof words]({ until: moment(melting.answer_until) })}</p>
      {melting.state === 'consented' && <WeighForm {...props} />}
      {melting.state === 'started' && <ResultForm {...props} />}
      {melting.state !== 'started' && (
        <Button kind="ghost" onClick={takeBack}>
          {m.office_goldback_melting_withdraw()}
        </Button>
      )}
      {dialog}
    </div>
  )
}

const words = {
  asked: (values: { until: string }) => m.office_goldback_melting_waiting(values),
  consented: () => m.office_goldback_melting_consented(),
  started: () => m.office_goldback_melting_under_way(),
}

const empty = (melting: MeltingView, name: (at: number) => string) =>
  Object.fromEntries(melting.pieces.map(({ position }) => [name(position), '']))
const checked = <Check,>(melting: MeltingView, name: (at: number) => string, check: Check) =>
  Object.fromEntries(melting.pieces.map(({ position }) => [name(position), check]))

/** Each piece as it goes into the crucible. */
function WeighForm({ one: { case_id }, melting, reload }: OfMelting) {
  const form = useForm<Record<string, string>>(empty(melting, weighedName), checked(melting, weighedName, wrongWeight))
  const { busy, refusal, submit } = useOfficeForm(form)
  async function begin() {
    const found = melting.pieces.map(({ position }) => ({
      position,
      weighed: plain(form.values[weighedName(position)] ?? ''),
    }))
    await officePost('/goldback/startMelting', { case_id, melting_id: melting.melting_id, found }, { quiet: true })
    toastDone(m.office_goldback_melting_started_done())
    await reload()
  }
  return (
    <Form form={form} onSubmit={() => submit(begin)} className="grid gap-4">
      {melting.pieces.map(({ position, serial }) => (
        <WeightField key={serial} serial={serial} field={form.text(weighedName(position))} />
      ))}
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_goldback_melting_start()}
      </Button>
    </Form>
  )
}

type FieldOf = ReturnType<ReturnType<typeof useForm<Record<string, string>>>['text']>
const WeightField = ({ serial, field }: { serial: string; field: FieldOf }) => (
  <TextField
    label={m.office_goldback_weighed({ serial })}
    inputMode="decimal"
    autoComplete="off"
    maxLength={12}
    {...field}
  />
)

/** What came out of each. */
function ResultForm({ one: { case_id }, melting, reload }: OfMelting) {
  const form = useForm<Record<string, string>>(
    { ...empty(melting, weighedName), ...empty(melting, assayedName), method: 'fire' },
    { ...checked(melting, weighedName, wrongWeight), ...checked(melting, assayedName, wrongFineness) },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  async function keep() {
    const { values } = form
    const found = melting.pieces.map(({ position }) => ({
      ...{ position, weighed: plain(values[weighedName(position)] ?? ''), method: values.method },
      assayed: Number(values[assayedName(position)]),
    }))
    await officePost('/goldback/recordMelting', { case_id, melting_id: melting.melting_id, found }, { quiet: true })
    toastDone(m.office_goldback_melting_recorded_done())
    await reload()
  }
  return (
    <Form form={form} onSubmit={() => submit(keep)} className="grid gap-4">
      {melting.pieces.map(({ position, serial }) => (
        <div key={serial} className="grid gap-4">
          <WeightField serial={serial} field={form.text(weighedName(position))} />
          <TextField
            label={m.office_goldback_assayed({ serial })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            {...form.text(assayedName(position))}
          />
        </div>
      ))}
      <Select
        label={m.office_goldback_method()}
        choices={assayMethods.map((value) => ({ value, label: methodWords[value]() }))}
        {...form.text('method')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_goldback_melting_record()}
      </Button>
    </Form>
  )
}
