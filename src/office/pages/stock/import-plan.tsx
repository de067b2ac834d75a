/** What a file would change, line by line, or what is wrong with it; and the step that does exactly this. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatDecimal } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { ImportDoneView, ImportPlanView } from '../../import-contract.ts'
import type { ImportKind } from '../../import-rules.ts'
import { officePost } from '../parts/office-client.ts'
import { DialogEnd, reasonError } from './dialog-end.tsx'
import { faultText } from './fault-words.ts'
import { useDeskForm } from './use-desk-form.ts'

type Props = { kind: ImportKind; text: string; plan: ImportPlanView; again: () => void; done: () => void }
const SHOWN_AT_FIRST = 100

export function ImportPlan({ kind, text, plan, again, done }: Props) {
  const { changes, faults, unchanged, unread } = plan
  return (
    <section className="grid gap-4" aria-label={m.import_preview()}>
      <p className="flex flex-wrap items-center gap-2">
        {faults.length > 0 ? (
          <strong className="font-semibold text-down">{m.import_faults({ n: faults.length })}</strong>
        ) : changes.length > 0 ? (
          <Tag tone="warn">{m.import_changes({ n: changes.length })}</Tag>
        ) : (
          <Tag tone="up">{m.import_nothing()}</Tag>
        )}
        {faults.length === 0 && unchanged > 0 && (
          <span className="small text-ink-2">{m.import_unchanged({ n: unchanged })}</span>
        )}
      </p>
      {unread.length > 0 && <p className="small text-ink-2">{m.import_unread({ columns: unread.join(', ') })}</p>}
      {faults.length > 0 && <Faults faults={faults} />}
      {faults.length === 0 && changes.length > 0 && (
        <>
          <Changes kind={kind} changes={changes} />
          <Apply kind={kind} text={text} plan={plan} again={again} done={done} />
        </>
      )}
    </section>
  )
}

/** The first lines, and all of them when asked: a file may have thousands. */
function useFirst<Row>(rows: Row[]) {
  const [all, setAll] = useState(false)
  const more = !all && rows.length > SHOWN_AT_FIRST && (
    <Button kind="ghost" size="s" className="m-3" onClick={() => setAll(true)}>
      {m.import_more({ n: rows.length })}
    </Button>
  )
  return { rows: all ? rows : rows.slice(0, SHOWN_AT_FIRST), more }
}

function Faults({ faults }: { faults: ImportPlanView['faults'] }) {
  const { rows, more } = useFirst(faults)
  return (
    <div className="office-table">
      <table className="office-rows">
        <caption className="sr-only">{m.goods_faults()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.import_line()}</th>
            <th scope="col">{m.import_column()}</th>
            <th scope="col">{m.import_what()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((fault) => (
            <tr key={`${fault.line} ${fault.column} ${fault.problem}`}>
              <th scope="row" data-phone="title" className="!font-semibold">
                {m.goods_fault_line({ line: fault.line })}
              </th>
              <td data-phone="side">{fault.column || '–'}</td>
              <td data-phone="below" className="office-wrap">
                {faultText(fault)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  )
}

function Changes({ kind, changes }: Pick<Props, 'kind'> & { changes: ImportPlanView['changes'] }) {
  const { rows, more } = useFirst(changes)
  const isNew = kind === 'pieces'
  const shown = (text: string) => (kind === 'premiums' ? `${formatDecimal(text, language())} %` : text)
  return (
    <div className="office-table">
      <table className="office-rows">
        <caption className="sr-only">{m.import_preview()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.import_code()}</th>
            <th scope="col">{m.import_line()}</th>
            {!isNew && (
              <th scope="col" className="r">
                {m.import_before()}
              </th>
            )}
            <th scope="col" className="r">
              {isNew ? m.pieces_serial() : m.import_after()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, code, before, after }) => (
            <tr key={line}>
              <th scope="row" data-phone="title" className="!font-semibold">
                {code}
              </th>
              <td data-phone="below">{m.goods_fault_line({ line })}</td>
              {!isNew && (
                <td className="r" data-phone="below-side">
                  {shown(before)}
                </td>
              )}
              <td className="r font-semibold" data-phone="side">
                {shown(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </div>
  )
}

function Apply({ kind, text, plan, again, done }: Props) {
  const form = useForm({ reason: '' }, { reason: reasonError })
  const [key] = useState(() => crypto.randomUUID())
  const [isOld, setOld] = useState(false)
  const { busy, refusal, submit } = useDeskForm(form, ({ error }) => {
    const changed = error === 'edited_meanwhile' || error === 'import_wrong'
    setOld(changed)
    return changed
  })
  const n = plan.changes.length
  const apply = () =>
    submit(async () => {
      const wish = { kind, text, digest: plan.digest, reason: form.values.reason.trim() }
      const answer = await officePost<ImportDoneView>('/stock/applyImport', wish, { quiet: true, key })
      toastDone(m.import_done({ n: answer.changed }))
      done()
    })
  if (isOld)
    return (
      <div className="office-panel grid max-w-3xl justify-items-start gap-3" role="alert">
        <p>{m.import_changed_since()}</p>
        <Button onClick={again}>{m.import_preview()}</Button>
      </div>
    )
  return (
    <div className="office-panel max-w-3xl">
      <p className="mb-4">{m.import_apply_text()}</p>
      <Form form={form} onSubmit={apply}>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.import_apply({ n })} busy={busy} refusal={refusal} close={done} />
      </Form>
    </div>
  )
}
