/** The entries of a member's account: shown for a reason, which stands in the audit log with every page that is looked at. */
import { useState } from 'react'
import type { EntriesView, OneAccountView } from '../../../books/ledger-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { Entries } from './ledger-entries.tsx'
import { PageButtons } from './ledger-parts.tsx'

type Shown = { entries: EntriesView; reason: string; isFirst: boolean }

export function MemberEntries({ account: { account, asset, member } }: { account: OneAccountView }) {
  const may = useMay()
  const [shown, setShown] = useState<Shown | null>(null)
  const { ask, dialog } = useReasonDialog()
  const show = async (reason: string, before?: string | null) => {
    const body = { account, reason, ...(before ? { before } : {}) }
    const entries = await officePost<EntriesView>('/books/ledger/reveal', body, { quiet: !before })
    setShown({ entries, reason, isFirst: !before })
  }
  if (shown)
    return (
      <div>
        <Entries entries={shown.entries} asset={asset} />
        <PageButtons
          next={shown.entries.next}
          isFirst={shown.isFirst}
          go={(before) => void show(shown.reason, before).catch(() => null)}
        />
      </div>
    )
  const asked = {
    title: m.office_books_ledger_show(),
    text: m.office_books_ledger_show_text({ name: member }),
    confirm: m.office_books_ledger_show(),
    run: (reason: string) => show(reason),
    done: m.office_books_ledger_shown(),
  }
  return (
    <section className="office-panel grid justify-items-start gap-3">
      <p className="text-ink-2">
        {may('members.reveal') ? m.office_books_ledger_hidden() : m.office_books_ledger_may_not()}
      </p>
      {may('members.reveal') && (
        <Button kind="ghost" size="s" onClick={() => ask(asked)}>
          {m.office_books_ledger_show()}
        </Button>
      )}
      {dialog}
    </section>
  )
}
