/** Puts a piece beside others, or takes it away again. */
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { toastError } from '../../ui/toast.tsx'
import { type ComparePick, MOST_COMPARED, toggleCompared, useCompared } from './compare-choice.ts'

export function CompareToggle({ pick, look }: { pick: ComparePick; look: 'chip' | 'link' }) {
  const chosen = useCompared().some(({ sku_id }) => sku_id === pick.sku_id)
  return (
    <button
      type="button"
      className={look === 'chip' ? 'chip' : 'link min-h-11 text-sm'}
      data-raised={look === 'chip'}
      aria-pressed={chosen}
      aria-label={m.catalogue_compare_piece({ name: `${pick.name} ${pick.weight_label}` })}
      onClick={() => {
        if (!toggleCompared(pick)) toastError(m.catalogue_compare_full({ count: MOST_COMPARED }))
      }}
    >
      <Icon name={chosen ? 'check' : 'scales'} size={look === 'chip' ? 's' : 'm'} />
      {chosen ? m.catalogue_compare_chosen() : m.catalogue_compare()}
    </button>
  )
}
