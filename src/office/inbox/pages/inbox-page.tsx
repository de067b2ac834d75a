/** /admin/inbox: what visitors and members wrote; taken, answered, closed here. */
import { messageStates, messageTopics } from '../../../community/community-rules.ts'
import type { InboxRowView } from '../../../community/office-contract.ts'
import { topicWords } from '../../../community/pages/topic-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { InboxMessage } from './inbox-message.tsx'
import { messageTones, messageWords } from './inbox-words.ts'

export const handle: OfficeHandle = { permission: 'inbox.see' }

export default function InboxPage() {
  const { age } = useTimes()
  const stores = useStores()
  const columns: Column<InboxRowView>[] = [
    {
      key: 'name',
      head: m.office_people_name(),
      cell: ({ name }) => name,
      phone: 'title',
    },
    { key: 'number', head: m.office_inbox_number(), cell: ({ number }) => number },
    { key: 'topic', head: m.office_inbox_topic(), cell: ({ topic }) => topicWords[topic](), phone: 'side' },
    { key: 'text', head: m.office_inbox_text(), cell: ({ text }) => <span className="office-cut">{text}</span> },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store) },
    {
      key: 'state',
      head: m.office_state(),
      cell: (row) => <Tag tone={messageTones[row.state]}>{messageWords[row.state]()}</Tag>,
      phone: 'below',
    },
    { key: 'with', head: m.office_inbox_with(), cell: (row) => row.assigned_to ?? '–' },
    {
      key: 'age',
      head: m.office_age(),
      cell: (row) => age(row.created_at),
      sort: 'age',
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_inbox()}</h1>
      <DataTable<InboxRowView>
        name={m.office_inbox()}
        path="/inbox/list"
        filters={[...filters(), stores.filter]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name, number }) => `${number}, ${name}`}
        detail={(row, close, reload) => <InboxMessage key={row.id} row={row} close={close} reload={reload} />}
        empty={m.office_inbox_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_inbox_search() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: [
      { value: 'open', label: m.office_inbox_state_open() },
      ...messageStates.map((value) => ({ value, label: messageWords[value]() })),
    ],
  },
  {
    name: 'topic',
    kind: 'choice',
    label: m.office_inbox_topic(),
    choices: messageTopics.map((value) => ({ value, label: topicWords[value]() })),
  },
]
