/**
 * The list of the back office: the server pages, filters and sort stand in the address, one row may be open beside it.
 * Keys: / goes to the first filter, arrows from row to row, Enter opens, Escape closes.
 */
import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { ChooseRow, ChooseShown, type RowChoice } from './row-choice.tsx'
import { type Filter, TableFilters } from './table-filters.tsx'
import { useRowKeys, useSlash } from './table-keys.ts'
import { PAGE_SIZE, useTablePlace } from './table-place.ts'
import { useOffice } from './use-office.ts'

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  right?: boolean
  /** The server sorts by this name: `sort=name` upwards, `sort=-name` downwards. */
  sort?: string
  /** Where it stands on a phone, where a row is a card of two lines. */
  phone?: 'title' | 'side' | 'below' | 'below-side' | 'hidden'
}

type DataTableProps<Row> = {
  /** Says what the list holds, for those who do not see it. */
  name: string
  /** A call that answers `{ total, rows }` and takes `page`, `size`, and the names of the filters. */
  path: string
  /** Always sent, never in the address. */
  fixed?: Record<string, string>
  filters?: Filter[]
  /** Rows on a page. */
  size?: number
  columns: Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** Shown beside the list for the row that `?open=` names; without it rows do not open. */
  detail?: (row: Row, close: () => void, reload: () => Promise<void>) => ReactNode
  /** Instead of `detail`: the page that a row leads to. */
  leadsTo?: (row: Row) => string
  /** Rows may be chosen, besides being opened. */
  choice?: RowChoice<Row>
  /** A call that answers the same rows as a CSV file. */
  csv?: string
  empty?: string
  /** Stands beside the filters: one button at most. */
  action?: (reload: () => Promise<void>) => ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, path, fixed = {}, filters = [], size = PAGE_SIZE, rowId, detail } = props
  const place = useTablePlace(filters)
  const list = useOffice<{ total: number; rows: Row[] }>(path, { ...fixed, ...place.query, size })
  const frame = useRef<HTMLDivElement>(null)
  const rows = list.data?.rows ?? []
  const openRow = detail && place.open ? rows.find((row) => rowId(row) === place.open) : undefined
  const openId = openRow ? place.open : null
  useSlash(frame)
  useRowKeys(frame, close)

  function close() {
    place.setOpen(null)
    frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(place.open ?? '')}"]`)?.focus()
  }

  return (
    <div ref={frame} className="office-list" data-open={openId !== null}>
      <section className="min-w-0" aria-label={name}>
        <TableFilters filters={filters} place={place} csv={props.csv} fixed={fixed}>
          {props.action?.(list.reload)}
        </TableFilters>
        {list.failed ? (
          <ErrorState
            title={m.office_table_error()}
            action={<Button onClick={list.reload}>{m.office_try_again()}</Button>}
          />
        ) : (
          <div className="office-table" aria-busy={list.loading}>
            <Rows
              {...props}
              rows={rows}
              sort={place.sort}
              setSort={place.setSort}
              open={openId}
              setOpen={place.setOpen}
            />
            {list.data === null && <TableSkeleton />}
            {list.data && rows.length === 0 && (
              <Empty text={props.empty ?? m.office_table_empty()} clear={place.isFiltered ? place.clear : null} />
            )}
          </div>
        )}
        {list.data && list.data.total > 0 && (
          <Paging total={list.data.total} size={size} page={place.page} setPage={place.setPage} />
        )}
      </section>
      {openRow && detail && <div className="office-detail">{detail(openRow, close, list.reload)}</div>}
    </div>
  )
}

type RowsProps<Row> = Pick<
  DataTableProps<Row>,
  'name' | 'columns' | 'rowId' | 'rowName' | 'detail' | 'leadsTo' | 'choice'
> & {
  rows: Row[]
  sort: string
  setSort: (sort: string) => void
  open: string | null
  setOpen: (id: string | null) => void
}

function Rows<Row>({ name, columns, rows, sort, setSort, ...rest }: RowsProps<Row>) {
  const { choice, rowId } = rest
  return (
    <table className="office-rows" data-choice={choice !== undefined}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {choice && (
            <ChooseShown
              chosen={rows.length > 0 && rows.every((row) => choice.has(rowId(row)))}
              set={(chosen) => choice.set(rows, chosen)}
            />
          )}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} setSort={setSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OneRow key={rowId(row)} row={row} columns={columns} {...rest} isOpen={rest.open === rowId(row)} />
        ))}
      </tbody>
    </table>
  )
}

function Head<Row>({ column, sort, setSort }: { column: Column<Row>; sort: string; setSort: (sort: string) => void }) {
  const { head, sort: by, right, phone } = column
  const direction = by === undefined ? undefined : sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none'
  return (
    <th scope="col" className={right ? 'r' : undefined} data-phone={phone ?? 'hidden'} aria-sort={direction}>
      {by === undefined ? (
        head
      ) : (
        <button type="button" className="office-sort" onClick={() => setSort(sort === by ? `-${by}` : by)}>
          {head}
          {direction !== 'none' && <Icon name={direction === 'ascending' ? 'caret-up' : 'caret-down'} size="s" />}
        </button>
      )}
    </th>
  )
}

type OneRowProps<Row> = Omit<RowsProps<Row>, 'name' | 'rows' | 'sort' | 'setSort' | 'open'> & {
  row: Row
  isOpen: boolean
}

const OneRow = memo(function OneRow<Row>({
  row,
  columns,
  rowId,
  rowName,
  detail,
  leadsTo,
  choice,
  isOpen,
  setOpen,
}: OneRowProps<Row>) {
  const [first, ...others] = columns
  const id = rowId(row)
  return (
    <tr data-chosen={isOpen || choice?.has(id)} data-opens={Boolean(detail || leadsTo)}>
      {choice && <ChooseRow name={rowName(row)} chosen={choice.has(id)} set={(chosen) => choice.set([row], chosen)} />}
      {first && (
        <th scope="row" data-phone={first.phone ?? 'title'} className={first.right ? 'r' : undefined}>
          {leadsTo ? (
            <Link to={leadsTo(row)} className="office-open" data-row={id} aria-label={rowName(row)}>
              {first.cell(row)}
            </Link>
          ) : detail ? (
            <button
              type="button"
              className="office-open"
              data-row={id}
              aria-expanded={isOpen}
              aria-label={rowName(row)}
              onClick={() => setOpen(isOpen ? null : id)}
            >
              {first.cell(row)}
            </button>
          ) : (
            first.cell(row)
          )}
        </th>
      )}
      {others.map((column) => (
        <td key={column.key} data-phone={column.phone ?? 'hidden'} className={column.right ? 'r' : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: OneRowProps<Row>) => ReactNode

const Empty = ({ text, clear }: { text: string; clear: (() => void) | null }) => (
  <div className="grid justify-items-start gap-4 px-4 py-10 text-ink-2">
    <p>{clear ? m.office_table_empty_filtered() : text}</p>
    {clear && (
      <Button kind="ghost" size="s" onClick={clear}>
        {m.office_clear_filters()}
      </Button>
    )}
  </div>
)

const TableSkeleton = () => (
  <div className="grid gap-px" aria-hidden="true">
    {Array.from({ length: 8 }, (_, row) => `row-${row}`).map((key) => (
      <Skeleton key={key} className="m-3 h-6" />
    ))}
  </div>
)

type PagingProps = { total: number; size: number; page: number; setPage: (page: number) => void }

function Paging({ total, size, page, setPage }: PagingProps) {
  const from = (page - 1) * size + 1
  const to = Math.min(total, page * size)
  return (
    <div className="small mt-3 flex items-center gap-2 text-ink-2">
      <p role="status">{m.office_page_of({ from, to, total })}</p>
      <p className="fine max-lg:hidden">{m.office_keys_help()}</p>
      <span className="ml-auto flex">
        <IconButton label={m.office_page_before()} disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <Icon name="caret-left" className={page <= 1 ? 'opacity-40' : ''} />
        </IconButton>
        <IconButton label={m.office_page_next()} disabled={to >= total} onClick={() => setPage(page + 1)}>
          <Icon name="caret-right" className={to >= total ? 'opacity-40' : ''} />
        </IconButton>
      </span>
    </div>
  )
}
