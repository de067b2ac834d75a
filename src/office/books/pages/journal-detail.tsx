/** One day: its lines, the grams beside them, and the file for each program. */
import { useState } from 'react'
import type { JournalView } from '../../../books/contract.ts'
import { type FileFormat, fileFormats } from '../../../books/file-format-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { formatDecimal, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Detail } from '../../kit/pages/detail.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { kindName } from './kind-words.ts'

export const programs: Record<FileFormat, string> = {
  xero: 'Xero',
  jurnal: 'Jurnal',
  accurate: 'Accurate',
  odoo: 'Odoo',
}
type Journal = JournalView['journals'][number]

export function JournalDetail({ store, day, close }: { store: string; day: string; close: () => void }) {
  const { data, failed, reload } = useOffice<JournalView>('/books/journal', { store, day })
  const { moment } = useTimes()
  const may = useMay()
  return (
    <Detail title={dayName(day)} aside={data?.closed === false ? m.office_books_open() : undefined} onClose={close}>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && !data.closed && <p role="status">{m.office_books_closes_at({ moment: moment(data.closes_at) })}</p>}
      {data?.journals.length === 0 && <p className="text-ink-2">{m.office_books_empty_day()}</p>}
      {data?.journals.map((journal) => (
        <section key={journal.currency} className="grid gap-2" aria-label={journal.number}>
          <h3 className="small font-semibold">{journal.number}</h3>
          <Lines journal={journal} />
          {data.closed && may('books.export') && (
            <Files store={store} day={day} currency={journal.currency} reload={reload} />
          )}
        </section>
      ))}
      {data && data.files.length > 0 && (
        <ul className="fine text-ink-2">
          {data.files.map(({ format, currency, made_at: at, made_by: name }) => (
            <li key={`${format} ${currency}`}>
              {m.office_books_made_by({ program: `${programs[format]} ${currency}`, name, moment: moment(at) })}
            </li>
          ))}
        </ul>
      )}
      {data && data.grams.length > 0 && <Grams grams={data.grams} />}
    </Detail>
  )
}

function Lines({ journal: { lines, total, currency, number } }: { journal: Journal }) {
  const amount = (text: string) => (/^0(\.00)?$/.test(text) ? '' : formatDecimal(text, language()))
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{number}</caption>
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="py-1 text-left font-medium">
              {m.office_books_account()}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {m.office_books_debit()} ({currency})
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {m.office_books_credit()} ({currency})
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.kind} ${line.debit}`} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="text-ink-2">{line.number}</span> {line.name}
              </th>
              <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">{amount(line.debit)}</td>
              <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">{amount(line.credit)}</td>
            </tr>
          ))}
          <tr className="border-t border-line font-semibold">
            <th scope="row" className="py-1.5 text-left">
              {m.office_books_total()}
            </th>
            <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">
              {formatDecimal(total, language())}
            </td>
            <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">
              {formatDecimal(total, language())}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

type FilesProps = { store: string; day: string; currency: string; reload: () => Promise<void> }

function Files({ store, day, currency, reload }: FilesProps) {
  const [busy, setBusy] = useState<FileFormat | null>(null)
  async function save(format: FileFormat) {
    setBusy(format)
    await officeDownload('/books/journal.csv', { store, day, format, currency }).catch(() => null)
    await reload()
    setBusy(null)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="small text-ink-2">{m.office_books_save_as()}</span>
      {fileFormats.map((format) => (
        <Button key={format} kind="ghost" size="s" busy={busy === format} onClick={() => void save(format)}>
          {programs[format]}
        </Button>
      ))}
    </div>
  )
}

function Grams({ grams }: Pick<JournalView, 'grams'>) {
  const shown = (text: string) => (text === '0.0000' ? '' : formatGrams(text, language()))
  return (
    <section className="grid gap-2" aria-label={m.office_books_grams()}>
      <h3 className="small font-semibold">{m.office_books_grams()}</h3>
      <p className="fine text-ink-2">{m.office_books_grams_note()}</p>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-ink-2">
            <th scope="col" className="py-1 text-left font-medium">
              {m.office_books_gram_kind()}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {m.office_books_added()}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {m.office_books_taken()}
            </th>
          </tr>
        </thead>
        <tbody>
          {grams.map(({ kind, added, taken }) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {kindName(kind)}
              </th>
              <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">{shown(added)}</td>
              <td className="whitespace-nowrap py-1.5 pl-3 text-right tabular-nums">{shown(taken)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
