/** One store: grams owed against grams there, and what closed its sales. */
import type { BackingView } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { formatBps, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'

type Props = { store: string; name: string }

export function StoreBacking({ store, name }: Props) {
  const { data, failed, reload } = useOffice<BackingView>('/vault/backing', { store })
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{name}</h2>
        {data && (
          <Tag tone={data.freeze ? 'down' : 'up'}>{data.freeze ? m.office_vault_frozen() : m.office_vault_sells()}</Tag>
        )}
      </div>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-48" />}
      {data?.freeze && <Frozen store={store} name={name} freeze={data.freeze} reload={reload} />}
      {data && <Figures backing={data} />}
    </section>
  )
}

const grams = (fine: string) => formatGrams(fine, language())

function Figures({ backing }: { backing: BackingView }) {
  const { members, bars, pledged, free, pieces, stock, owed, owned, ratio_bps: ratio, room } = backing
  return (
    <>
      <dl className="office-strip mb-4" data-pairs>
        <div>
          <dt>{m.office_gold_owed()}</dt>
          <dd>{grams(owed)}</dd>
        </div>
        <div>
          <dt>{m.office_gold_owned()}</dt>
          <dd>{grams(owned)}</dd>
        </div>
        <div>
          <dt>{m.office_vault_ratio()}</dt>
          <dd>{ratio === null ? '–' : formatBps(ratio, language())}</dd>
        </div>
        <div>
          <dt>{m.office_vault_room()}</dt>
          <dd>{grams(room)}</dd>
        </div>
      </dl>
      <Facts
        facts={[
          { label: m.office_vault_members(), value: grams(members) },
          { label: m.office_vault_bars(), value: grams(bars) },
          { label: m.office_vault_free(), value: grams(free) },
          ...(Number(pledged) > 0 ? [{ label: m.office_vault_pledged(), value: grams(pledged) }] : []),
          { label: m.office_vault_pieces(), value: grams(pieces) },
          { label: m.office_vault_stock(), value: grams(stock) },
        ]}
      />
    </>
  )
}

type FrozenProps = Props & { freeze: NonNullable<BackingView['freeze']>; reload: () => Promise<void> }

function Frozen({ store, name, freeze, reload }: FrozenProps) {
  const may = useMay()
  const { moment } = useTimes()
  const { ask, dialog } = useReasonDialog(reload)
  const values = { owed: grams(freeze.owed), owned: grams(freeze.owned), at: moment(freeze.frozen_at) }
  return (
    <div role="alert" className="mb-4 grid gap-3 border-l-2 border-down pl-4">
      <p>{freeze.cause === 'vault' ? m.office_vault_breach_vault(values) : m.office_vault_breach_assets(values)}</p>
      <p className="small text-ink-2">
        {freeze.short ? m.office_vault_still_short() : freeze.asked ? m.office_vault_asked() : m.office_vault_may_end()}
      </p>
      {may('vault.unfreeze') && !freeze.short && !freeze.asked && (
        <Button
          kind="ghost"
          size="s"
          className="justify-self-start"
          onClick={() =>
            ask({
              title: m.office_vault_unfreeze_title({ store: name }),
              text: m.office_vault_unfreeze_text(),
              confirm: m.office_vault_unfreeze(),
              run: (reason) => officePost('/vault/unfreeze', { store, reason }, { quiet: true }),
              done: m.office_vault_unfreeze_done(),
            })
          }
        >
          {m.office_vault_unfreeze()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
