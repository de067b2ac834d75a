/** /admin/kyc/reports: days on which one person bought so much that somebody must look into it. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { OfficeReportView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/figures.tsx'
import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { KycTabs } from './kyc-tabs.tsx'
import { SentDialog } from './sent-dialog.tsx'

export const handle: OfficeHandle = { permission: 'kyc.see' }

const kindWords = {
  order: m.office_kyc_purchase_order,
  vault: m.office_kyc_purchase_vault,
  deposit: m.office_kyc_purchase_deposit,
  purchase: m.office_kyc_purchase_outside,
  sale: m.office_kyc_purchase_sale,
}

const dayOf = (day: string) => formatDay(Date.parse(day), 'UTC', language())

export default function IdentityReportsPage() {
  const { age } = useTimes()
  const may = useMay()
  return (
    <>
      <h1 className="office-h1">{m.office_identity()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_kyc_reports_lead()}</p>
      <KycTabs at="reports" />
      <DataTable<OfficeReportView>
        name={m.office_kyc_reports()}
        path="/kyc/reports"
        {...(may('kyc.file_report') ? { csv: '/kyc/exportReports' } : {})}
        filters={[
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: [
              { value: 'open', label: m.office_kyc_report_open() },
              { value: 'filed', label: m.office_kyc_report_filed() },
              { value: 'sent', label: m.office_kyc_report_sent() },
            ],
          },
        ]}
        columns={columnsOf(age)}
        rowId={({ member_id, day }) => `${member_id} ${day}`}
        rowName={({ name, day }) => `${name}, ${dayOf(day)}`}
        detail={(row, close, reload) => <ReportDetail row={row} close={close} reload={reload} />}
        empty={m.office_kyc_reports_empty()}
      />
    </>
  )
}

const Amounts = ({ row }: { row: OfficeReportView }) =>
  row.amounts.map(({ currency, amount }) => (
    <span key={currency} className="block">
      <Money amount={amount} currency={currency} />
    </span>
  ))
function State({ row }: { row: OfficeReportView }) {
  if (row.sent_on) return <Tag tone="up">{m.office_kyc_report_sent()}</Tag>
  return row.filed_at ? (
    <Tag tone="plain">{m.office_kyc_report_filed()}</Tag>
  ) : (
    <Tag tone="warn">{m.office_kyc_report_open()}</Tag>
  )
}

const columnsOf = (age: (text: string) => string): Column<OfficeReportView>[] => [
  {
    key: 'name',
    head: m.office_kyc_member(),
    cell: ({ name }) => <span className="office-cut">{name}</span>,
    phone: 'title',
  },
  { key: 'day', head: m.office_kyc_day(), cell: ({ day }) => dayOf(day), phone: 'below' },
  { key: 'state', head: m.office_state(), cell: (row) => <State row={row} /> },
  { key: 'purchases', head: m.office_kyc_purchases(), cell: ({ purchases }) => purchases.length, right: true },
  { key: 'amount', head: m.office_kyc_amount(), cell: (row) => <Amounts row={row} />, right: true, phone: 'side' },
  { key: 'age', head: m.office_age(), cell: (row) => age(row.reached_at), right: true, phone: 'below-side' },
]

const sentFacts = ({ sent_on: on, sent_reference: reference, sent_by: by }: OfficeReportView) =>
  on === null
    ? []
    : [
        { label: m.office_kyc_sent_on(), value: dayOf(on) },
        { label: m.office_kyc_sent_reference(), value: reference },
        { label: m.office_kyc_sent_by(), value: by },
      ]

type Props = { row: OfficeReportView; close: () => void; reload: () => Promise<void> }

function ReportDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const [noting, setNoting] = useState(false)
  const { member_id, day } = row
  return (
    <Detail title={row.name} aside={dayOf(day)} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <State row={row} />
        {may('members.see') && (
          <Link to={`/admin/member?id=${member_id}`} className="link small">
            {m.office_kyc_to_member()}
          </Link>
        )}
      </div>
      {row.note && <p className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{row.note}</p>}
      <Facts
        facts={[
          ...(row.legal_name ? [{ label: m.office_kyc_legal_name(), value: row.legal_name }] : []),
          { label: m.office_kyc_amount(), value: <Amounts row={row} /> },
          { label: m.office_kyc_reached(), value: moment(row.reached_at) },
          ...(row.filed_by ? [{ label: m.office_kyc_filed_by(), value: row.filed_by }] : []),
          ...sentFacts(row),
          ...row.purchases.map(({ kind, currency, amount, at, came_to_nothing: nothing }) => ({
            label: `${kindWords[kind]()}, ${moment(at)}`,
            value: (
              <>
                <Money amount={amount} currency={currency} />
                {nothing && <span className="fine block text-ink-2">{m.office_kyc_came_to_nothing()}</span>}
              </>
            ),
          })),
        ]}
      />
      {!row.filed_at && may('kyc.file_report') && (
        <Button
          onClick={() =>
            ask({
              title: `${m.office_kyc_file()}: ${row.name}`,
              text: m.office_kyc_file_text(),
              confirm: m.office_kyc_file(),
              run: (reason) => officePost('/kyc/fileReport', { member_id, day, reason }, { quiet: true }),
              done: m.office_kyc_file_done(),
            })
          }
        >
          {m.office_kyc_file()}
        </Button>
      )}
      {row.filed_at && !row.sent_on && may('kyc.file_report') && (
        <Button kind="ghost" onClick={() => setNoting(true)}>
          {m.office_kyc_sent()}
        </Button>
      )}
      {dialog}
      <SentDialog row={row} open={noting} onClose={() => setNoting(false)} onDone={reload} />
    </Detail>
  )
}
