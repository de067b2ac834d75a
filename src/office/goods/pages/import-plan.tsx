/** What a file would change, line by line, or what is wrong with it; and the step that does exactly this. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { ImportDoneView, ImportFaultView, ImportPlanView } from '../import-contract.ts'
import type { ImportKind } from '../import-rules.ts'
import { faultText } from './fault-words.ts'

type Props = { kind: ImportKind; text: string; plan: ImportPlanView; again: () => void; done: () => void }
type ChangeView = ImportPlanView['changes'][number]
type SinceView = ImportPlanView['since'][number]

export function ImportPlan({ plan, ...props }: Props) {
  const { changes, since, faults, unread } = plan
  const [take, setTake] = useState<ReadonlySet<number>>(new Set())
  const { kind } = props
  return (
    <section className="grid gap-4" aria-label={m.office_goods_import_preview()}>
      <Verdict plan={plan} />
      {unread.length > 0 && (
        <p className="small text-ink-2">{m.office_goods_import_unread({ columns: unread.join(', ') })}</p>
      )}
      {faults.length > 0 && (
        <LinesTable
          name={m.office_goods_faults()}
          rows={faults}
          rowKey={({ line, column, problem }) => `${line} ${column} ${problem}`}
          columns={faultColumns()}
        />
      )}
      {faults.length === 0 && changes.length > 0 && (
        <LinesTable
          name={m.office_goods_import_preview()}
          rows={changes}
          rowKey={({ line }) => String(line)}
          columns={changeColumns(kind)}
        />
      )}
      {faults.length === 0 && since.length > 0 && <Since kind={kind} since={since} take={take} setTake={setTake} />}
      {faults.length === 0 && changes.length + take.size > 0 && <Apply plan={plan} take={[...take]} {...props} />}
    </section>
  )
}

const Verdict = ({ plan: { changes, since, faults, unchanged } }: Pick<Props, 'plan'>) => (
  <p className="flex flex-wrap items-center gap-2">
    {faults.length > 0 && (
      <strong className="font-semibold text-down">{m.office_goods_import_faults({ n: faults.length })}</strong>
    )}
    {faults.length === 0 && changes.length > 0 && (
      <Tag tone="warn">{m.office_goods_import_changes({ n: changes.length })}</Tag>
    )}
    {faults.length === 0 && since.length > 0 && (
      <Tag tone="down">{m.office_goods_import_since({ n: since.length })}</Tag>
    )}
    {faults.length + changes.length + since.length === 0 && <Tag tone="up">{m.office_goods_import_nothing()}</Tag>}
    {faults.length === 0 && unchanged > 0 && (
      <span className="small text-ink-2">{m.office_goods_import_unchanged({ n: unchanged })}</span>
    )}
  </p>
)

const faultColumns = (): LineColumn<ImportFaultView>[] => [
  { head: m.office_goods_import_line(), cell: ({ line }) => m.office_goods_fault_line({ line }), phone: 'title' },
  { head: m.office_goods_import_column(), cell: ({ column }) => column || '–', phone: 'side' },
  { head: m.office_goods_import_what(), cell: faultText, phone: 'below', wrap: true },
]

const shownAs = (kind: ImportKind) => (text: string) =>
  kind === 'premiums' ? `${formatDecimal(text, language())} %` : text

function changeColumns(kind: ImportKind): LineColumn<ChangeView>[] {
  const shown = shownAs(kind)
  const isNew = kind === 'pieces'
  return [
    { head: m.office_goods_import_code(), cell: ({ code }) => code, phone: 'title' },
    { head: m.office_goods_import_line(), cell: ({ line }) => m.office_goods_fault_line({ line }), phone: 'below' },
    isNew
      ? { head: m.office_goods_assayed(), cell: (row) => row.assayed_on, phone: 'below-side', right: true }
      : { head: m.office_goods_import_before(), cell: ({ before }) => shown(before), phone: 'below-side', right: true },
    {
      head: isNew ? m.office_goods_pieces_serial() : m.office_goods_import_after(),
      cell: ({ after }) => shown(after),
      phone: 'side',
      right: true,
    },
  ]
}

type SinceProps = {
  kind: ImportKind
  since: SinceView[]
  take: ReadonlySet<number>
  setTake: (take: ReadonlySet<number>) => void
}

/** What has changed since the file was made stays as it is, unless somebody says otherwise line by line. */
function Since({ kind, since, take, setTake }: SinceProps) {
  const shown = shownAs(kind)
  const turn = (line: number, on: boolean) => setTake(new Set([...take, line].filter((one) => on || one !== line)))
  const columns: LineColumn<SinceView>[] = [
    { head: m.office_goods_import_code(), cell: ({ code }) => code, phone: 'title' },
    {
      head: m.office_goods_import_seen(),
      cell: ({ seen }) => <Told head={m.office_goods_import_seen()} text={shown(seen)} />,
      phone: 'below',
    },
    {
      head: m.office_goods_import_before(),
      cell: (row) => <Told head={m.office_goods_import_before()} text={shown(row.before)} />,
      phone: 'side',
    },
    {
      head: m.office_goods_import_take(),
      cell: ({ line, code, after }) => (
        <Checkbox
          label={m.office_goods_import_take_value({ value: shown(after) })}
          aria-label={m.office_goods_import_take_of({ value: shown(after), code })}
          checked={take.has(line)}
          onChange={({ currentTarget }) => turn(line, currentTarget.checked)}
        />
      ),
      phone: 'below-side',
    },
  ]
  return (
    <section className="grid gap-3" aria-label={m.office_goods_import_since({ n: since.length })}>
      <h2 className="font-semibold">{m.office_goods_import_since({ n: since.length })}</h2>
      <p className="max-w-3xl text-ink-2">{m.office_goods_import_since_text()}</p>
      <LinesTable
        name={m.office_goods_import_since({ n: since.length })}
        rows={since}
        rowKey={({ line }) => String(line)}
        columns={columns}
      />
      <div>
        <Button
          kind="ghost"
          size="s"
          onClick={() => setTake(new Set(take.size > 0 ? [] : since.map(({ line }) => line)))}
        >
          {take.size > 0 ? m.office_goods_import_take_none() : m.office_goods_import_take_all({ n: since.length })}
        </Button>
      </div>
    </section>
  )
}

/** On a phone there is no head above a value to say which of the two it is. */
const Told = ({ head, text }: { head: string; text: string }) => (
  <>
    <span className="text-ink-2 md:hidden">{head} </span>
    {text}
  </>
)

function Apply({ kind, text, plan, take, again, done }: Props & { take: number[] }) {
  const form = useForm({ reason: '' }, { reason: reasonError })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isOld, setOld] = useState(false)
  const { busy, refusal, submit } = useOfficeForm(form, ({ error }) => {
    const changed = error === 'edited_meanwhile' || error === 'import_wrong'
    setOld(changed)
    if (error) setKey(crypto.randomUUID())
    return changed
  })
  const n = plan.changes.length + take.length
  const apply = () =>
    submit(async () => {
      const wish = { kind, text, digest: plan.digest, take, reason: form.values.reason.trim() }
      const answer = await officePost<ImportDoneView>('/stock/applyImport', wish, { quiet: true, key })
      const said = answer.approval_id ? m.office_goods_import_asked : m.office_goods_import_done
      toastDone(said({ n: answer.changed }))
      done()
    })
  if (isOld)
    return (
      <div className="office-panel grid max-w-3xl justify-items-start gap-3" role="alert">
        <p>{m.office_goods_import_changed_since()}</p>
        <Button onClick={again}>{m.office_goods_import_preview()}</Button>
      </div>
    )
  return (
    <div className="office-panel max-w-3xl">
      <p className="mb-4">{plan.takes_two ? m.office_goods_import_takes_two() : m.office_goods_import_apply_text()}</p>
      <Form form={form} onSubmit={apply}>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_goods_import_apply({ n })} busy={busy} refusal={refusal} close={done} />
      </Form>
    </div>
  )
}
