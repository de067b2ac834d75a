/** The tax number of an agent: its end, whether it is that of the identity check, and in full for a reason. */
import { useState } from 'react'
import type { OfficeAgentView, TaxNumberView } from '../../../agents/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'

const checks = {
  same: { look: 'text-up', says: m.office_agents_tax_same },
  other: { look: 'text-warn', says: m.office_agents_tax_other },
  unknown: { look: 'text-ink-2', says: m.office_agents_tax_unknown },
} as const

export function TaxNumber({
  agent: { agent_id, number, tax_number_end: end, tax_check: check },
}: {
  agent: OfficeAgentView
}) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog()
  const [full, setFull] = useState<string | null>(null)
  if (!end) return m.agents_tax_none()
  const open = () =>
    ask({
      title: m.office_agents_tax_open(),
      text: m.office_agents_tax_open_text({ number }),
      confirm: m.office_agents_tax_open(),
      run: async (reason) =>
        setFull(
          (await officePost<TaxNumberView>('/agents/tax_number', { agent_id, reason }, { quiet: true })).tax_number,
        ),
      done: m.office_agents_tax_opened(),
    })
  return (
    <span className="grid min-w-0 justify-items-end gap-2">
      <span className="tabular-nums">{full ?? `•••• ${end}`}</span>
      {check !== 'none' && <span className={`small ${checks[check].look}`}>{checks[check].says()}</span>}
      {!full && may('agents.tax_number') && (
        <Button kind="ghost" size="s" onClick={open}>
          {m.office_agents_tax_open()}
        </Button>
      )}
      {dialog}
    </span>
  )
}
