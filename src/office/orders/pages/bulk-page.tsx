/** /admin/orders/bulk: the same with the orders that were chosen in the list; first what will happen to each, then it is begun. */
import { type ComponentProps, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { type BulkAction, bulkActions, bulkPermission } from '../../../orders/bulk/bulk-rules.ts'
import { stateName } from '../../../orders/pages/order-words.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState, ErrorState, Tag } from '../../../ui/states.tsx'
import { Block } from '../../kit/pages/block.tsx'
import { LinesTable } from '../../kit/pages/lines-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { BeginForm } from './begin-form.tsx'
import { actionName } from './bulk-words.tsx'
import type { Picked } from './use-chosen.ts'
import { type Foreseen, usePreview } from './use-preview.ts'

export const handle: OfficeHandle = { permission: 'orders.bulk' }

export default function BulkPage() {
  const { state } = useLocation()
  const orders = useMemo(() => (Array.isArray(state) ? (state as Picked[]) : []), [state])
  return (
    <>
      <Link to="/admin/orders" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_orders_back()}
      </Link>
      <h1 className="office-h1 mb-4">{m.office_orders_bulk()}</h1>
      {orders.length === 0 ? (
        <EmptyState
          text={m.office_orders_bulk_none()}
          action={<ButtonLink to="/admin/orders">{m.office_orders_back()}</ButtonLink>}
        />
      ) : (
        <Chosen orders={orders} />
      )}
    </>
  )
}

const isAction = (text: string): text is BulkAction => bulkActions.some((action) => action === text)

function Chosen({ orders }: { orders: Picked[] }) {
  const may = useMay()
  const [action, setAction] = useState<BulkAction | null>(null)
  const { foreseen, causes, failed, again } = usePreview(action, orders)
  const isSeen = foreseen.size === orders.length
  return (
    <div className="grid gap-5">
      <Block title={m.office_orders_bulk_chosen({ n: orders.length })}>
        <div className="max-w-md">
          <Select
            label={m.office_orders_bulk_action()}
            empty={m.office_orders_bulk_choose()}
            choices={bulkActions
              .filter((name) => may(bulkPermission[name]))
              .map((name) => ({ value: name, label: actionName[name]() }))}
            value={action ?? ''}
            onChange={({ target }) => setAction(isAction(target.value) ? target.value : null)}
          />
        </div>
        {action && !isSeen && !failed && (
          <p role="status">{m.office_orders_bulk_looking({ n: foreseen.size, total: orders.length })}</p>
        )}
        {failed && (
          <ErrorState
            title={m.office_orders_bulk_unseen()}
            action={<Button onClick={again}>{m.office_try_again()}</Button>}
          />
        )}
        {action && isSeen && <Begin key={action} {...{ action, causes, orders, foreseen }} />}
      </Block>
      {action && <Preview orders={orders} foreseen={foreseen} />}
    </div>
  )
}

type Seen = { orders: Picked[]; foreseen: Map<string, Foreseen> }

type BeginProps = Seen & Pick<ComponentProps<typeof BeginForm>, 'action' | 'causes'>

function Begin({ action, causes, orders, foreseen }: BeginProps) {
  const count = (outcome: Foreseen['outcome']) => [...foreseen.values()].filter((one) => one.outcome === outcome).length
  const [done, asked, refused] = [count('done'), count('asked'), count('refused')]
  const able = orders.filter(({ id }) => foreseen.get(id)?.outcome !== 'refused')
  return (
    <>
      <p className="flex flex-wrap gap-2">
        {done > 0 && <Tag tone="up">{`${m.office_orders_bulk_will()} ${done}`}</Tag>}
        {asked > 0 && <Tag tone="warn">{`${m.office_orders_bulk_asks()} ${asked}`}</Tag>}
        {refused > 0 && <Tag tone="down">{`${m.office_orders_bulk_wont()} ${refused}`}</Tag>}
      </p>
      {able.length > 0 ? (
        <BeginForm action={action} causes={causes} orders={able} />
      ) : (
        <p>{m.office_orders_bulk_nothing()}</p>
      )}
    </>
  )
}

const Preview = ({ orders, foreseen }: Seen) => (
  <LinesTable
    name={m.office_orders_bulk_outcome()}
    rows={orders}
    rowKey={({ id }) => id}
    columns={[
      { head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
      { head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span>, phone: 'hidden' },
      { head: m.office_order_state(), cell: ({ state }) => stateName[state](), phone: 'side' },
      {
        head: m.office_orders_bulk_outcome(),
        cell: ({ id }) => <Outcome seen={foreseen.get(id)} />,
        phone: 'below',
        wrap: true,
      },
    ]}
  />
)

function Outcome({ seen }: { seen: Foreseen | undefined }) {
  if (!seen) return '–'
  if (seen.outcome === 'refused')
    return (
      <>
        <Tag tone="down">{m.office_orders_bulk_wont()}</Tag> {seen.says}
      </>
    )
  const back =
    seen.returns !== null && seen.currency !== null && money({ amount: seen.returns, currency: seen.currency })
  return (
    <>
      {seen.outcome === 'asked' ? (
        <Tag tone="warn">{m.office_orders_bulk_asks()}</Tag>
      ) : (
        <Tag tone="up">{m.office_orders_bulk_will()}</Tag>
      )}{' '}
      {back && m.office_orders_bulk_returns({ amount: back })}
    </>
  )
}
