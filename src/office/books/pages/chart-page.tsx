/** /admin/books/chart: which number and name each account kind has in the journals of a store. */
import type { ChartView } from '../../../books/contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { kindName } from './kind-words.ts'

export const handle: OfficeHandle = { permission: 'books.see' }

export default function ChartPage() {
  const { store, choice } = useStoreChoice()
  const { data, failed, reload } = useOffice<ChartView>('/books/chart', { store: store.code })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_books_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 max-w-3xl text-ink-2">
        {m.office_books_chart_lead()} {data?.filed_to && m.office_books_filed_to({ day: data.filed_to })}
      </p>
      {choice}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && <Accounts chart={data} store={store.code} reload={reload} />}
    </>
  )
}

type Props = { chart: ChartView; store: string; reload: () => Promise<void> }

function Accounts({ chart, store, reload }: Props) {
  const may = useMay()
  const rows = chart.accounts.toSorted((a, b) => a.number.localeCompare(b.number, 'en'))
  return (
    <div className="office-table">
      <table className="office-rows">
        <caption className="sr-only">{m.office_books_tab_chart()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.office_books_name()}</th>
            <th scope="col">{m.office_books_number()}</th>
            <th scope="col">{m.office_books_holds()}</th>
            <th scope="col" className="r">
              {may('books.set_account') && <span className="sr-only">{m.office_books_set()}</span>}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((account) => (
            <tr key={account.kind}>
              <th scope="row" data-phone="title" className="!font-semibold">
                {account.name} {account.set.length > 0 && <Tag tone="nila">{m.office_books_changed()}</Tag>}
                <Before account={account} />
              </th>
              <td data-phone="side">{account.number}</td>
              <td data-phone="below">{kindName(account.kind)}</td>
              <td data-phone="below-side" className="r">
                {may('books.set_account') && (
                  <DialogButton
                    name={m.office_books_set()}
                    dialog={(close) => (
                      <AccountDialog
                        {...{ store, account, close, reload }}
                        from={laterOf(chart.today, dayAfter(chart.filed_to))}
                      />
                    )}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const laterOf = (a: string, b: string) => (a > b ? a : b)
const dayAfter = (day: string | null) =>
  day ? new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) : ''

const Before = ({ account: { set } }: { account: ChartView['accounts'][number] }) =>
  set.length > 0 && (
    <ul className="fine font-normal text-ink-2">
      {set.map(({ from: day, number, name, by, reason }) => (
        <li key={`${day} ${number} ${name}`}>{m.office_books_was_set({ day, number, name, by, reason })}</li>
      ))}
    </ul>
  )
