/** What was weighed and assayed, piece by piece. */
import { assayMethods, type GoldForm } from '../../../goldback/case-rules.ts'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import { methodWords } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { assayedName, plain, weighedName, wrongFineness, wrongWeight } from './measure-fields.ts'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

const stampedName = (at: number) => `found.${at}.stamped`
/** A bar or coin that was not bought here: the number that its maker stamped on it is read again. */
const isStamped = (gold: GoldForm | null) => gold === 'bar' || gold === 'coin'
const notSaid = (typed: string) => (typed.trim() ? undefined : m.field_empty())
const numberOf = (typed: string) => (/^[-–—]$/.test(typed.trim()) ? null : typed.trim())

export function InspectForm({ one, reload }: Props) {
  const { pieces_in_it: pieces } = one
  const form = useFound(one)
  const { busy, refusal, submit } = useOfficeForm(form)

  async function keep() {
    const { values } = form
    const found = pieces.map(({ form: gold }, position) => ({
      ...{ position, weighed: plain(values[weighedName(position)] ?? ''), method: values.method },
      assayed: Number(values[assayedName(position)]),
      ...(isStamped(gold) && { stamped: numberOf(values[stampedName(position)] ?? '') }),
    }))
    await officePost('/goldback/inspect', { case_id: one.case_id, found }, { quiet: true })
    toastDone(m.office_goldback_inspected_done())
    await reload()
  }

  return (
    <section className="office-panel">
      <Form form={form} onSubmit={() => submit(keep)} className="grid gap-4">
        {pieces.map((piece, at) => (
          <FoundFields key={piece.serial} piece={piece} at={at} form={form} />
        ))}
        <Select
          label={m.office_goldback_method()}
          choices={assayMethods.map((value) => ({ value, label: methodWords[value]() }))}
          {...form.text('method')}
        />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {m.office_goldback_inspect()}
        </Button>
      </Form>
    </section>
  )
}

type Piece = OfficeCaseView['pieces_in_it'][number]

const useFound = ({ pieces_in_it: pieces }: OfficeCaseView) =>
  useForm<Record<string, string>>(
    Object.fromEntries([
      ...pieces.flatMap(({ weighed, assayed }, at) => [
        [weighedName(at), weighed ?? ''],
        [assayedName(at), assayed === null ? '' : String(assayed)],
        [stampedName(at), ''],
      ]),
      ['method', pieces[0]?.method ?? 'xrf'],
    ]),
    Object.fromEntries(
      pieces.flatMap(({ form: gold }, at) => [
        [weighedName(at), wrongWeight],
        [assayedName(at), wrongFineness],
        ...(isStamped(gold) ? [[stampedName(at), notSaid]] : []),
      ]),
    ),
  )

function FoundFields({ piece, at, form }: { piece: Piece; at: number; form: ReturnType<typeof useFound> }) {
  const { serial, form: gold } = piece
  return (
    <div className="grid gap-4">
      <TextField
        label={m.office_goldback_weighed({ serial })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...form.text(weighedName(at))}
      />
      <TextField
        label={m.office_goldback_assayed({ serial })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        {...form.text(assayedName(at))}
      />
      {isStamped(gold) && (
        <TextField
          label={m.office_goldback_stamped({ serial })}
          help={m.office_goldback_stamped_help()}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          {...form.text(stampedName(at))}
        />
      )}
    </div>
  )
}
