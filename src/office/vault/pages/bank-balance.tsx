/** Members' cash against the newest statement of the bank that holds it, and the dialog that enters the next one. */
import * as m from '../../../locale/paraglide/messages.js'
import { exponentOf, isCurrency, parseDecimal } from '../../../money/money.ts'
import type { BankBalanceView } from '../../../proof/bank-balance-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount, formatDay, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DayField } from '../../kit/pages/day-field.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

/** A statement that is older says little of today. */
const OLD_DAYS = 7

export function BankBalance({ store }: { store: string }) {
  const { data, failed, reload } = useOffice<BankBalanceView>('/vault/bankBalance', { store })
  const may = useMay()
  return (
    <section className="office-panel" aria-labelledby="bank">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3" id="bank">
          {m.office_vault_bank()}
        </h2>
        {data && may('vault.bank') && (
          <DialogButton
            name={m.office_vault_bank_enter()}
            dialog={(close) => <EnterDialog store={store} currency={data.currency} done={reload} close={close} />}
          />
        )}
      </div>
      <p className="small mb-3 text-ink-2">{m.office_vault_bank_text()}</p>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-20" />}
      {data && <Figures {...data} />}
    </section>
  )
}

function Figures({ currency, owed, noted }: BankBalanceView) {
  const money = (amount: string) => formatMoney(amount, currency, language())
  const isShort = noted?.spare.startsWith('-')
  return (
    <>
      {!noted && <p className="small mb-3">{m.office_vault_bank_none()}</p>}
      {noted && (isShort || noted.days > OLD_DAYS) && (
        <p className="mb-3 flex flex-wrap gap-2">
          {isShort && <Tag tone="down">{m.office_vault_bank_short()}</Tag>}
          {noted.days > OLD_DAYS && (
            <Tag tone="warn">{m.office_vault_bank_old({ days: formatCount(noted.days, language()) })}</Tag>
          )}
        </p>
      )}
      <dl className="office-facts counts">
        <div>
          <dt>{m.office_vault_bank_owed()}</dt>
          <dd>{money(owed)}</dd>
        </div>
        {noted && (
          <>
            <div>
              <dt>{m.office_vault_bank_at({ day: formatDay(Date.parse(noted.statement_date), 'UTC', language()) })}</dt>
              <dd>{money(noted.amount)}</dd>
            </div>
            <div>
              <dt>{m.office_vault_bank_spare()}</dt>
              <dd>{money(noted.spare)}</dd>
            </div>
          </>
        )}
      </dl>
      {noted && (
        <p className="fine mt-2 text-ink-2">{[noted.reference, noted.by].filter((said) => said !== '').join(' · ')}</p>
      )}
    </>
  )
}

type DialogProps = { store: string; currency: string; done: () => Promise<void>; close: () => void }

function EnterDialog({ store, currency, done, close }: DialogProps) {
  const form = useForm(
    { amount: '', statement_date: '', reference: '', reason: '' },
    {
      amount: (text) =>
        isCurrency(currency) && parseDecimal(text.trim(), exponentOf(currency)) !== null
          ? undefined
          : m.office_vault_bank_amount_error(),
      statement_date: (text) => (text === '' ? m.office_vault_bank_day_error() : undefined),
      reference: (text) => (text.trim() === '' ? m.office_vault_bank_reference_error() : undefined),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const enter = () =>
    submit(async () => {
      const { amount, statement_date, reference, reason } = form.values
      const wish = { store, statement_date, amount: amount.trim(), reference: reference.trim(), reason: reason.trim() }
      await officePost('/vault/bankBalance', wish, { quiet: true })
      toastDone(m.office_vault_bank_done())
      await done()
      close()
    })
  const said = isCurrency(currency) ? parseDecimal(form.values.amount.trim(), exponentOf(currency)) : null
  return (
    <Dialog open onClose={close} title={m.office_vault_bank_title()} text={m.office_vault_bank_dialog_text()}>
      <Form form={form} onSubmit={enter}>
        <TextField
          label={m.office_vault_bank_amount({ currency })}
          help={
            said === null
              ? m.office_vault_bank_amount_help()
              : formatMoney(form.values.amount.trim(), currency, language())
          }
          inputMode="decimal"
          maxLength={20}
          {...form.text('amount')}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <DayField label={m.office_vault_bank_day()} {...form.text('statement_date')} />
          <TextField label={m.office_vault_bank_reference()} maxLength={80} {...form.text('reference')} />
        </div>
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_bank_enter()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
