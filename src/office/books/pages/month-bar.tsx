/** What pages of a month have in common. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'

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
