/** /admin/members: who buys here; contact data stays masked in lists. */
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { MemberRowView } from '../members-contract.ts'

export const handle: OfficeHandle = { permission: 'members.see' }

export const MemberState = ({ state }: Pick<MemberRowView, 'state'>) =>
  state === 'frozen' ? (
    <Tag tone="down">{m.office_members_frozen()}</Tag>
  ) : (
    <Tag tone="up">{m.office_members_open()}</Tag>
  )

export default function MembersPage() {
  const { age, moment } = useTimes()
  const stores = useStores()
  const columns: Column<MemberRowView>[] = [
    { key: 'name', head: m.office_people_name(), cell: ({ name }) => name, sort: 'name', phone: 'title' },
    { key: 'state', head: m.office_state(), cell: ({ state }) => <MemberState state={state} />, phone: 'below' },
    { key: 'contact', head: m.office_members_contact(), cell: ({ email, mobile }) => email ?? mobile, phone: 'side' },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store) },
    {
      key: 'since',
      head: m.office_members_since(),
      cell: (row) => moment(row.member_since),
      sort: 'since',
      right: true,
    },
    {
      key: 'seen',
      head: m.office_people_seen(),
      cell: ({ last_seen_at }) => (last_seen_at ? age(last_seen_at) : '–'),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_members()}</h1>
      <DataTable<MemberRowView>
        name={m.office_members()}
        path="/members/list"
        filters={[
          { name: 'q', kind: 'search', label: m.office_members_search() },
          stores.filter,
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: [
              { value: 'open', label: m.office_members_open() },
              { value: 'frozen', label: m.office_members_frozen() },
            ],
          },
        ]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        leadsTo={({ id }) => `/admin/member?id=${id}`}
      />
    </>
  )
}
