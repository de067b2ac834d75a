/** /admin/bank/accounts: to which account members of each store transfer, and which it was before. */
import type { BankAccountsView } from '../../../bank/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

export const handle: OfficeHandle = { permission: 'bank.see' }

export default function BankAccountsPage() {
  const { stores } = useShell()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_bank()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_bank_accounts_lead()}</p>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {stores.map(({ code, name }) => (
          <StoreAccounts key={code} store={code} name={name} />
        ))}
      </div>
    </>
  )
}

function StoreAccounts({ store, name }: { store: string; name: string }) {
  const { data, failed, reload } = useOffice<BankAccountsView>('/bank/accounts', { store })
  const may = useMay()
  const { moment } = useTimes()
  const [now, ...before] = data?.accounts ?? []
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{name}</h2>
        {data && may('bank.account') && (
          <DialogButton
            name={m.office_bank_account_set()}
            dialog={(close) => <AccountDialog store={store} now={now} reload={reload} close={close} />}
          />
        )}
      </div>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-24" />}
      {data && !now && <p className="text-ink-2">{m.office_bank_account_none()}</p>}
      {now && (
        <Facts
          facts={[
            { label: m.office_bank_account_bank(), value: now.bank },
            { label: m.office_bank_account_number(), value: now.number },
            { label: m.office_bank_account_holder(), value: now.holder },
            { label: m.office_bank_account_since(), value: moment(now.valid_from) },
          ]}
        />
      )}
      {before.length > 0 && (
        <ul className="small mt-3 text-ink-2">
          {before.map((one) => (
            <li key={one.valid_from}>{[moment(one.valid_from), one.bank, one.number, one.holder].join(' · ')}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Account = BankAccountsView['accounts'][number]
type Props = { store: string; now: Account | undefined; reload: () => Promise<void>; close: () => void }

const least = (count: number, words: () => string) => (text: string) =>
  text.trim().length < count ? words() : undefined

function AccountDialog({ store, now, reload, close }: Props) {
  const form = useForm(
    { bank: now?.bank ?? '', number: now?.number ?? '', holder: now?.holder ?? '', csv: '', reason: '' },
    {
      bank: least(2, m.office_bank_account_bank_error),
      number: (text) =>
        /^[0-9A-Z][0-9A-Z -]{4,33}$/.test(text.trim()) ? undefined : m.office_bank_account_number_error(),
      holder: least(2, m.office_bank_account_holder_error),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { csv, ...typed } = form.values
      const wish = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]))
      const { approval_id } = await officePost<{ approval_id: string | null }>(
        '/bank/account',
        { store, ...wish, ...(csv ? { csv } : {}) },
        { quiet: true },
      )
      toastDone(approval_id ? m.office_bank_account_asked() : m.office_bank_account_done())
      await reload()
      close()
    })
  const choices = [
    { value: 'bca', label: 'BCA (CSV)' },
    { value: 'mandiri', label: 'Mandiri (CSV)' },
    { value: 'maybank', label: 'Maybank (CSV)' },
  ]
  return (
    <Dialog open onClose={close} title={m.office_bank_account_set()} text={m.office_bank_account_text()}>
      <Form form={form} onSubmit={ask}>
        <TextField label={m.office_bank_account_bank()} maxLength={60} {...form.text('bank')} />
        <TextField label={m.office_bank_account_number()} maxLength={34} {...form.text('number')} />
        <TextField label={m.office_bank_account_holder()} maxLength={140} {...form.text('holder')} />
        <Select
          label={m.office_bank_account_file()}
          choices={choices}
          empty={m.office_bank_account_file_standard()}
          {...form.text('csv')}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_bank_account_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
