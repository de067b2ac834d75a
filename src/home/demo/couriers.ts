/** Whom the demo's stores give parcels to. Source of the addresses: the couriers' own pages. */
import type { RowValues } from '../../stores/list-row-rules.ts'

const brinks = { 'brinks.place': 10, 'brinks.name': 'Brink’s', 'brinks.serves': 'on' }
/** By store. */
export const demoCouriers: Record<string, RowValues> = {
  id: {
    ...brinks,
    ...{ 'jne.place': 20, 'jne.name': 'JNE', 'jne.serves': 'on' },
    ...{ 'pos.place': 30, 'pos.name': 'Pos Indonesia', 'pos.serves': 'on' },
  },
  my: { ...brinks, 'poslaju.place': 20, 'poslaju.name': 'Pos Laju', 'poslaju.serves': 'on' },
}
