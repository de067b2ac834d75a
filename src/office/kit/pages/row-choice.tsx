/** Rows of a list that are chosen, to do the same with all of them. */
import * as m from '../../../locale/paraglide/messages.js'
import { Input } from '../../../ui/control.tsx'

export type RowChoice<Row> = { has: (id: string) => boolean; set: (rows: Row[], chosen: boolean) => void }

type Mark = { label: string; chosen: boolean; set: (chosen: boolean) => void }

const ChoiceMark = ({ label, chosen, set }: Mark) => (
  <label className="office-choice">
    <Input
      type="checkbox"
      className="checkbox"
      aria-label={label}
      checked={chosen}
      onChange={({ target }) => set(target.checked)}
    />
  </label>
)

/** Above the column: all the rows that the list shows. */
export const ChooseShown = ({ chosen, set }: Omit<Mark, 'label'>) => (
  <th scope="col" data-phone="choice">
    <ChoiceMark label={m.office_choose_shown()} chosen={chosen} set={set} />
  </th>
)

export const ChooseRow = ({ name, chosen, set }: Omit<Mark, 'label'> & { name: string }) => (
  <td data-phone="choice">
    <ChoiceMark label={m.office_choose_row({ name })} chosen={chosen} set={set} />
  </td>
)
