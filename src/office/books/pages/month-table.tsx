/** Rows of a month: the first hundred, and all of them when asked. The first column names the row. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'

export type MonthColumn<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  phone: 'title' | 'side' | 'below' | 'below-side' | 'hidden'
  right?: true
}
type Props<Row> = {
  name: string
  rows: Row[]
  rowKey: (row: Row) => string
  columns: MonthColumn<Row>[]
  empty: string
}
const SHOWN_AT_FIRST = 100

export function MonthTable<Row>({ name, rows, rowKey, columns: [title, ...others], empty }: Props<Row>) {
  const [all, setAll] = useState(false)
  if (!title || rows.length === 0) return <p className="office-panel text-ink-2">{empty}</p>
  return (
    <div className="office-table">
      <table className="office-rows">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {[title, ...others].map(({ head, right, phone }) => (
              <th key={head} scope="col" data-phone={phone} className={right && 'r'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(all ? rows : rows.slice(0, SHOWN_AT_FIRST)).map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row" data-phone="title" className="!font-semibold">
                {title.cell(row)}
              </th>
              {others.map(({ head, cell, phone, right }) => (
                <td key={head} data-phone={phone} className={right && 'r tabular-nums'}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > SHOWN_AT_FIRST && (
        <Button kind="ghost" size="s" className="m-3" onClick={() => setAll(true)}>
          {m.office_books_all_rows({ n: rows.length })}
        </Button>
      )}
    </div>
  )
}

type FrameProps = {
  choice: ReactNode
  query: { store: string; month: string }
  files: { path: string; name: string }[]
}

/** The choice of the month, and what can be saved of it, for who may. */
export function MonthBar({ choice, query, files }: FrameProps) {
  const may = useMay()
  return (
    <div className="office-filters">
      {choice}
      <span className="ml-auto flex flex-wrap justify-end gap-2 self-end">
        {may('books.export') &&
          files.map(({ path, name }) => (
            <Button key={path} kind="ghost" size="s" onClick={() => void officeDownload(path, query).catch(() => null)}>
              {name}
            </Button>
          ))}
      </span>
    </div>
  )
}

/** What stands there until the month is read, or cannot be. */
export const Unread = ({ failed, reload }: { failed: boolean; reload: () => Promise<void> }) =>
  failed ? (
    <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
  ) : (
    <Skeleton className="h-64" />
  )
