/** A statement is chosen, shown as what it would do, and imported. */
import { useState } from 'react'
import type { BankAccountsView, LineView, StatementPlanView } from '../../../bank/office-contract.ts'
import type { StatementFault } from '../../../bank/statements/statement-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { officeDownload, officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { faultWords, lineWords, statementDay, statementMoney, whyWords } from './bank-words.ts'

type Props = { close: () => void; done: () => Promise<void> }

/** The file, what it would do, and its import. */
function useStatement(first: string, { close, done }: Props) {
  const [plan, setPlan] = useState<StatementPlanView>()
  const [fault, setFault] = useState<StatementFault>()
  const [unchosen, setUnchosen] = useState(false)
  const form = useForm({ store: first, text: '', reason: '' }, { reason: reasonError })
  /** Nothing is kept before it was shown, so no reason is asked before. */
  function check() {
    setUnchosen(form.values.text === '')
    return form.values.text !== '' && (!plan || form.check())
  }
  const { busy, refusal, submit } = useOfficeForm({ ...form, check }, ({ error, data }: ApiError) => {
    if (error !== 'statement_wrong') return false
    setFault(data as StatementFault)
    return true
  })
  const { store, text, reason } = form.values

  async function take(file: File) {
    setPlan(undefined)
    setFault(undefined)
    setUnchosen(false)
    form.set('text', await file.text())
  }
  function choose(code: string) {
    form.set('store', code)
    setPlan(undefined)
  }
  const preview = () =>
    submit(async () => {
      setPlan(await officePost<StatementPlanView>('/bank/preview', { store, text }, { quiet: true }))
    })
  const read = () =>
    submit(async () => {
      const wish = { store, text, accept_gap: plan?.continues === false, reason: reason.trim() }
      const { matched, proposed, unmatched } = await officePost<Record<'matched' | 'proposed' | 'unmatched', number>>(
        '/bank/import',
        wish,
        { quiet: true },
      )
      toastDone(m.office_bank_imported({ matched, proposed, unmatched }))
      await done()
      close()
    })
  return { form, plan, fault, unchosen, busy, refusal, take, choose, go: plan ? read : preview }
}

export function StatementDialog(props: Props) {
  const { stores } = useShell()
  const { form, plan, fault, unchosen, busy, refusal, take, choose, go } = useStatement(stores[0]?.code ?? '', props)
  const { store, text } = form.values
  const known = useOffice<BankAccountsView>('/bank/accounts', { store })
  return (
    <Dialog open onClose={props.close} title={m.office_bank_import()} text={m.office_bank_import_text()}>
      <Form form={form} onSubmit={go}>
        <div className="flex flex-wrap items-end gap-3">
          <Select
            label={m.office_store()}
            choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
            value={store}
            onChange={({ target }) => choose(target.value)}
          />
          <FileButton name={m.office_bank_file()} kind="statement" take={(file) => void take(file)} />
          {known.data?.sample && (
            <Button kind="quiet" size="s" onClick={() => void officeDownload('/bank/sample', { store })}>
              {m.office_bank_sample()}
            </Button>
          )}
        </div>
        {text !== '' && <p className="small text-ink-2">{m.office_bank_chosen({ lines: text.split('\n').length })}</p>}
        {unchosen && <FieldError>{m.office_bank_file_missing()}</FieldError>}
        {fault && <Fault fault={fault} />}
        {plan && <Plan plan={plan} />}
        {plan && <TextArea label={m.office_reason()} rows={2} maxLength={500} {...form.text('reason')} />}
        <DialogEnd
          confirm={plan ? m.office_bank_import_do() : m.office_bank_preview()}
          busy={busy}
          refusal={refusal}
          close={props.close}
        />
      </Form>
    </Dialog>
  )
}

const Fault = ({ fault: { line, problem, value } }: { fault: StatementFault }) => (
  <p role="alert" className="break-words text-down">
    {m.office_bank_fault({ line, problem: faultWords[problem]() })} <span className="text-ink-2">{value}</span>
  </p>
)

function Plan({ plan }: { plan: StatementPlanView }) {
  const { counts, lines, opening, closing, from, to, known, before, continues, currency } = plan
  const span = { from: statementDay(from), to: statementDay(to), known }
  const balances = { opening: statementMoney(opening, currency), closing: statementMoney(closing, currency) }
  return (
    <section aria-label={m.office_bank_preview()} className="grid gap-3">
      <p className="small">{m.office_bank_plan({ ...span, ...balances })}</p>
      {!continues && (
        <p role="alert" className="small text-warn">
          {m.office_bank_plan_gap({ before: before ? statementMoney(before, currency) : '' })}
        </p>
      )}
      <p className="small font-semibold">
        {(Object.keys(counts) as (keyof typeof counts)[])
          .filter((state) => counts[state] > 0)
          .map((state) => `${lineWords[state]()}: ${counts[state]}`)
          .join(' · ')}
      </p>
      <ul className="small grid max-h-60 gap-2 overflow-y-auto">
        {lines.map((line) => (
          <li key={`${line.line} ${line.amount} ${line.texts.join(' ')}`} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className="min-w-0 break-words">{line.name ?? line.texts.join(' ')}</span>
            <span className="tabular-nums">{statementMoney(line.amount, currency)}</span>
            <span className="col-span-2 text-ink-2">
              {lineWords[line.state as LineView['state']]()}
              {line.why.length > 0 && `: ${line.why.map((why) => whyWords[why]()).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
