/** What a large day is made of, as its report has it; it grows while the day goes on. */
import type { OfficeReportView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Money } from '../../../ui/figures.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'

const kindWords: Record<OfficeReportView['purchases'][number]['kind'], () => string> = {
  order: m.office_cases_sum_order,
  vault: m.office_cases_sum_vault,
  deposit: m.office_cases_sum_deposit,
  purchase: m.office_cases_sum_purchase,
  sale: m.office_cases_sum_sale,
}

export function LargeDay({ memberId, day }: { memberId: string; day: string }) {
  const { moment } = useTimes()
  const asked = { member_id: memberId, day, page: 1, size: 1 }
  const { data, failed } = useOffice<{ rows: OfficeReportView[] }>('/kyc/reports', asked)
  const report = data?.rows[0]
  if (failed) return null
  if (!report) return <Skeleton className="h-24" />
  return (
    <Facts
      facts={[
        ...report.amounts.map(({ currency, amount }) => ({
          label: `${m.office_cases_sum()} (${currency})`,
          value: <Money amount={amount} currency={currency} />,
        })),
        ...report.purchases
          .filter(({ came_to_nothing: nothing }) => !nothing)
          .map(({ kind, currency, amount, at }, index) => ({
            label: `${index + 1}. ${kindWords[kind]()}, ${moment(at)}`,
            value: <Money amount={amount} currency={currency} />,
          })),
      ]}
    />
  )
}
