/** Rows that were read at once: the first hundred, and all of them when asked, for a file or a month may have thousands. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'

export type LineColumn<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  phone: 'title' | 'side' | 'below' | 'below-side' | 'hidden'
  right?: true
  wrap?: true
  /** On a phone, where the heads are hidden, its head stands before it. */
  said?: true
}
type Props<Row> = {
  name: string
  rows: Row[]
  rowKey: (row: Row) => string
  columns: LineColumn<Row>[]
  /** Stands there instead where there are none. */
  empty?: string
}
const SHOWN_AT_FIRST = 100

/** The first column names the row. */
export function LinesTable<Row>({ name, rows, rowKey, columns: [title, ...others], empty }: Props<Row>) {
  const [all, setAll] = useState(false)
  if (rows.length === 0 && empty) return <p className="office-panel text-ink-2">{empty}</p>
  if (!title) return null
  return (
    <div className="office-table">
      <table className="office-rows">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {[title, ...others].map(({ head, phone, right }) => (
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
              {others.map(({ head, cell, phone, right, wrap, said }) => (
                <td
                  key={head}
                  data-phone={phone}
                  className={[
                    right && 'r tabular-nums',
                    wrap && 'office-wrap',
                    phone === 'side' && right && 'font-semibold',
                  ]
                    .filter(Boolean)
                    .join(' ')}
                >
                  {said && <span className="text-ink-2 md:hidden">{head}: </span>}
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!all && rows.length > SHOWN_AT_FIRST && (
        <Button kind="ghost" size="s" className="m-3" onClick={() => setAll(true)}>
          {m.office_table_more({ n: rows.length })}
        </Button>
      )}
    </div>
  )
}
