/** /admin/catalogue/makers: whose pieces are known by the number that is stamped on them, and what such numbers look like. */
import type { OfficeMaker } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { checkWords, MakerDialog } from './maker-dialog.tsx'

export const handle: OfficeHandle = { permission: 'catalogue.see' }

export default function MakersPage() {
  const { data, failed, reload } = useOffice<{ makers: OfficeMaker[] }>('/catalogue/makers')
  const may = useMay()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="office-h1">{m.office_goods_makers()}</h1>
        {data && may('catalogue.add') && (
          <DialogButton
            name={m.office_goods_maker_add()}
            dialog={(close) => <MakerDialog maker={null} reload={reload} close={close} />}
          />
        )}
      </div>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_goods_makers_lead()}</p>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-24" />}
      {data?.makers.length === 0 && <p className="office-panel text-ink-2">{m.office_goods_makers_none()}</p>}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {data?.makers.map((maker) => (
          <MakerPanel key={maker.code} maker={maker} reload={reload} />
        ))}
      </div>
    </>
  )
}

function MakerPanel({ maker, reload }: { maker: OfficeMaker; reload: () => Promise<void> }) {
  const may = useMay()
  const { moment } = useTimes()
  const { name, code, brands, forms, check, pieces, seen } = maker
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{name}</h2>
        {may('catalogue.add') && (
          <DialogButton
            name={m.office_goods_maker_edit({ name })}
            dialog={(close) => <MakerDialog maker={maker} reload={reload} close={close} />}
          />
        )}
      </div>
      <Facts
        facts={[
          { label: m.office_goods_maker_code(), value: code },
          { label: m.office_goods_maker_brands(), value: brands.join(', ') || '–' },
          { label: m.office_goods_maker_forms(), value: forms.join(', ') || m.office_goods_maker_any() },
          { label: m.office_goods_maker_check(), value: checkWords()[check] },
          { label: m.office_goods_maker_pieces(), value: formatCount(pieces, language()) },
          { label: m.office_goods_maker_changed(), value: moment(seen) },
        ]}
      />
    </section>
  )
}
